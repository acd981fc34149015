// What the staff has to look at, with who proposed and who approved what. The rows are folded from the log; the words of
// the staff are beside them, because they may name people and can be erased.
import type { Migration } from "@sanu/platform";

export const createCases: Migration = {
  kind: "expand",
  statements: [
    `create table cases (
      case_id uuid primary key,
      kind text not null,
      status text not null,
      subject_kind text not null,
      subject_id text not null,
      transaction_id uuid,
      amount_xof bigint,
      amount_sats bigint,
      since timestamptz not null,
      opened_at timestamptz not null,
      closed_at timestamptz,
      proposal_id uuid,
      proposed text,
      provider_reference text,
      proposed_xof bigint,
      proposed_sats bigint,
      proposed_by uuid,
      proposal_expires_at timestamptz,
      approved_by uuid
    )`,
    `create table case_evidence (
      proposal_id uuid primary key,
      case_id uuid not null,
      transaction_id uuid,
      evidence text not null,
      proposed_at timestamptz not null
    )`,
  ],
};

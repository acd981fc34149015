import type { CaseKind, CaseStatus, CaseSubject, Proposed } from "@sanu/contracts";
import type { AccountId, CaseId, Instant, Sats, TransactionId, Xof } from "@sanu/kernel";

export interface CaseRow {
  readonly case_id: CaseId;
  readonly kind: CaseKind;
  readonly status: CaseStatus;
  readonly subject_kind: CaseSubject["kind"];
  readonly subject_id: string;
  readonly transaction_id: TransactionId | null;
  /** What is at stake, in one of the two; both null where nobody knows. */
  readonly amount_xof: Xof | null;
  readonly amount_sats: Sats | null;
  readonly since: Instant;
  readonly opened_at: Instant;
  readonly closed_at: Instant | null;
  /** The one that stands, or that was approved. */
  readonly proposal_id: string | null;
  readonly proposed: Proposed["kind"] | null;
  readonly provider_reference: string | null;
  readonly proposed_xof: Xof | null;
  readonly proposed_sats: Sats | null;
  readonly proposed_by: AccountId | null;
  readonly proposal_expires_at: Instant | null;
  readonly approved_by: AccountId | null;
}

export const caseColumns = [
  "case_id",
  "kind",
  "status",
  "subject_kind",
  "subject_id",
  "transaction_id",
  "amount_xof",
  "amount_sats",
  "since",
  "opened_at",
  "closed_at",
  "proposal_id",
  "proposed",
  "provider_reference",
  "proposed_xof",
  "proposed_sats",
  "proposed_by",
  "proposal_expires_at",
  "approved_by",
] as const satisfies readonly (keyof CaseRow)[];

// A provider can change its word: then somebody owes us, or something is lost. Such entries stand whole in a table of their
// own, so that services that know nothing of these accounts go on writing the others.
import type { Migration } from "@sanu/platform";

export const addReceivableEntries: Migration = {
  kind: "expand",
  statements: [
    `create table receivable_entries (
      transaction_id uuid not null,
      version int not null,
      currency text not null check (currency in ('XOF', 'SATS')),
      booked_at timestamptz not null,
      gateway_float bigint not null,
      node_float bigint not null,
      user_payable bigint not null,
      suspense bigint not null,
      exchange bigint not null,
      fees bigint not null,
      rounding bigint not null,
      receivable bigint not null,
      losses bigint not null,
      primary key (transaction_id, version, currency),
      constraint receivable_entries_balance check (gateway_float + node_float + user_payable + suspense
        + exchange + fees + rounding + receivable + losses = 0)
    )`,
  ],
};

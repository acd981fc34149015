// Two transactions for one payout have to spend the same coins, and nobody may bind all of our money in sends that never end.
import type { Migration } from "@sanu/platform";

export const bindSends: Migration = {
  kind: "expand",
  statements: [
    `create table signed_transactions (
      natural_key text primary key,
      spends text not null,
      signed_at timestamptz not null default clock_timestamp()
    )`,
    `create table send_slots (
      payout_id uuid primary key,
      destination_mark text not null,
      slot int not null,
      taken_at timestamptz not null default clock_timestamp(),
      constraint send_slots_slot_key unique (destination_mark, slot)
    )`,
  ],
};

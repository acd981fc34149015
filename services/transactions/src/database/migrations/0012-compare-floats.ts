// The floats of the ledger are compared with what providers say that our accounts hold.
import type { Migration } from "@sanu/platform";

export const compareFloats: Migration = {
  kind: "expand",
  statements: [
    `create table stated_balances (
      account text primary key,
      currency text not null,
      balance bigint not null,
      stated_at timestamptz not null
    )`,
    `create table float_comparisons (
      currency text primary key,
      log_epoch int not null,
      snapshot text not null,
      base bigint not null,
      ledger bigint not null default 0,
      moved_last bigint not null default 0,
      known bigint not null default 0,
      suspected bigint not null default 0,
      case_key text,
      compared_at timestamptz not null
    )`,
  ],
};

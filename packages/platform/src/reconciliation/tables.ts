import type { Migration } from "../database/migration.ts";

/** What providers stated, as it was read last, how far each account is compared, and the differences. */
export const reconciliationTables: readonly string[] = [
  `create table statement_accounts (
    account text primary key,
    readings bigint not null default 0,
    compared_until timestamptz,
    compared_at timestamptz,
    rechecked_at timestamptz,
    requested_at timestamptz,
    requested_from timestamptz,
    requested_grace_ms int,
    claimed_until timestamptz,
    last_error text
  )`,
  `create table statement_lines (
    account text not null,
    reference text not null,
    place int not null,
    match_id text not null,
    key text,
    kind text not null,
    currency text not null,
    amount bigint not null,
    fee bigint not null,
    state text not null,
    at timestamptz not null,
    reading bigint not null,
    constraint statement_lines_pkey primary key (account, reference, place),
    constraint statement_lines_match unique (account, match_id, reference, place),
    constraint statement_lines_at unique (account, at, reference, place)
  )`,
  `create table statement_differences (
    difference_id uuid primary key,
    account text not null,
    kind text not null,
    data jsonb not null,
    occurred_at timestamptz not null,
    found_at timestamptz not null,
    resolved_at timestamptz,
    constraint statement_differences_account unique (account, occurred_at, difference_id)
  )`,
];

/** Whose account it is, and since when nobody is asked about it any more. */
export const ownAccounts: Migration = {
  kind: "expand",
  statements: [
    "alter table statement_accounts add column provider text",
    "alter table statement_accounts add column retired_at timestamptz",
  ],
};

/** Broken by a write of a worker that has lost its lease: somebody else has claimed the attempt since. */
export const attemptsFenceConstraint = "attempts_fence_is_current";
/** Broken by a second attempt while one is not definitely rejected. */
export const attemptsLiveConstraint = "attempts_one_live";
/** Broken by a second live send of the same payment hash or transaction. */
export const attemptsNaturalKeyConstraint = "attempts_natural_key_live";

export const attemptTables: readonly string[] = [
  `create table attempts (
    attempt_id uuid primary key,
    subject_id uuid not null,
    attempt_number int not null check (attempt_number > 0),
    kind text not null,
    state text not null
      check (state in ('open', 'unknown', 'accepted', 'rejected', 'settled')),
    natural_key text,
    payload text,
    provider_reference text,
    called_at timestamptz,
    calls int not null default 0,
    status_checks int not null default 0,
    status_checks_requested int not null default 0,
    status_checks_seen int not null default 0,
    cancel_requested boolean not null default false,
    last_error text,
    next_at timestamptz,
    lease_owner text,
    lease_until timestamptz,
    fence bigint not null default 0,
    written_with bigint not null default 0,
    reviewed_at timestamptz,
    correlation_id text not null,
    traceparent text,
    created_at timestamptz not null default clock_timestamp(),
    constraint attempts_number_key unique (subject_id, kind, attempt_number),
    constraint ${attemptsFenceConstraint} check (written_with = fence)
  )`,
  `create unique index ${attemptsLiveConstraint} on attempts (subject_id, kind)
    where state <> 'rejected'`,
  `create unique index ${attemptsNaturalKeyConstraint} on attempts (natural_key)
    where natural_key is not null and state <> 'rejected'`,
  "create index attempts_due on attempts (next_at) where next_at is not null",
  `create index attempts_provider_reference on attempts (provider_reference)
    where provider_reference is not null`,
];

/** Beside `attemptTables`: what an outage leaves behind, and that a person decided an outcome. */
export const attemptOutageColumns: readonly string[] = [
  "alter table attempts add column call_error text",
  "alter table attempts add column not_found_at timestamptz",
  "alter table attempts add column concluded_at timestamptz",
];

/** How providers do is read of what was begun of late. */
export const attemptCreatedIndex = {
  kind: "index",
  name: "attempts_created_at",
  on: "attempts (created_at)",
} as const;

/** The same: who is called. Of an attempt that does not say, it is the first provider of its kind. */
export const attemptProviderColumns: readonly string[] = [
  "alter table attempts add column provider text",
];

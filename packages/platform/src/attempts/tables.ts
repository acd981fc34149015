import type { Migration } from "../database/migration.ts";

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

const stepsMax = 40;

/**
 * The same: what was done about an attempt, each step as it was, with the moment. The database writes it with the row itself, so no
 * release can forget it. Of more steps the first and the last ones stay; what only renews a lease, or finds nothing new, is none.
 */
export const attemptStepStatements: readonly string[] = [
  "alter table attempts add column steps jsonb",
  `create function record_attempt_step() returns trigger language plpgsql as $body$
  declare
    steps_before jsonb := coalesce(new.steps, '[]');
    calls_before int := 0;
    did text := 'answered';
  begin
    if tg_op = 'UPDATE' then
      calls_before := old.calls;
      if new.concluded_at is distinct from old.concluded_at then did := 'concluded';
      elsif new.reviewed_at is distinct from old.reviewed_at then did := 'review';
      end if;
    end if;
    if new.calls > calls_before then did := 'called';
    elsif new.calls < calls_before then did := 'not-called';
    end if;
    if jsonb_array_length(steps_before) >= ${stepsMax} then steps_before := steps_before - 1; end if;
    new.steps := steps_before || jsonb_build_object(
      'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'did', did, 'call', new.calls, 'state', new.state, 'code', new.last_error);
    return new;
  end $body$`,
  `create trigger attempts_first_step before insert on attempts
    for each row when (new.calls > 0) execute function record_attempt_step()`,
  `create trigger attempts_step before update on attempts
    for each row when (new.calls <> old.calls or new.state <> old.state
      or new.last_error is distinct from old.last_error
      or new.concluded_at is distinct from old.concluded_at
      or new.reviewed_at is distinct from old.reviewed_at)
    execute function record_attempt_step()`,
];

/**
 * The same, said in one expression: each that a function has costs it some microseconds in every transaction. Of a row that is
 * new there is no old one, and its columns are null.
 */
export const attemptStepAlone: Migration = {
  kind: "expand",
  statements: [
    `create or replace function record_attempt_step() returns trigger language plpgsql as $body$
    begin
      new.steps := case when jsonb_array_length(new.steps) >= ${stepsMax} then new.steps - 1
          else coalesce(new.steps, '[]') end
        || jsonb_build_object(
          'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          'did', case when new.calls > coalesce(old.calls, 0) then 'called'
            when new.calls < old.calls then 'not-called'
            when new.concluded_at is distinct from old.concluded_at then 'concluded'
            when new.reviewed_at is distinct from old.reviewed_at then 'review'
            else 'answered' end,
          'call', new.calls, 'state', new.state, 'code', new.last_error);
      return new;
    end $body$`,
  ],
};

/** Broken by who would end an attempt as refused of which a lost database may have had others: a person alone says that nothing arrived. */
const attemptsMaybeSentConstraint = "attempts_maybe_sent_is_concluded";

/** Beside `attemptTables`. The constraint holds for what is written from now on, and no row of before is one of these. */
export const attemptMaybeSentColumn: readonly string[] = [
  "alter table attempts add column maybe_sent boolean not null default false",
  `alter table attempts add constraint ${attemptsMaybeSentConstraint}
    check (not maybe_sent or state <> 'rejected' or concluded_at is not null) not valid`,
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

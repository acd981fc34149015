export const idempotencyTables: readonly string[] = [
  `create table idempotency_keys (
    scope text not null,
    key text not null,
    body_hash text not null,
    record_id uuid not null,
    response text,
    created_at timestamptz not null default clock_timestamp(),
    constraint idempotency_keys_pkey primary key (scope, key)
  )`,
  "create index idempotency_keys_record on idempotency_keys (record_id)",
];

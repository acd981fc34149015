/** One row for each Idempotency-Key: which record it made, and the answer once it is frozen. */
export const idempotencyTables: readonly string[] = [
  `create table idempotency_keys (
    scope text not null,
    key text not null,
    body_hash text not null,
    record_id uuid not null,
    answer text,
    created_at timestamptz not null default clock_timestamp(),
    constraint idempotency_keys_pkey primary key (scope, key)
  )`,
  "create index idempotency_keys_record on idempotency_keys (record_id)",
];

/** The scope of a client's key names the route; those of our own commands do not, and stay. */
export const hashClientKeysText = `
update idempotency_keys set key = encode(sha256(convert_to(key, 'UTF8')), 'hex')
where scope like '% POST /api/v1/%'`;

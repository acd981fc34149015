/** The log of record and its identity. */
export const logTables: readonly string[] = [
  `create table events (
    position bigint generated always as identity primary key,
    log_epoch int not null,
    transaction_id xid8 not null default pg_current_xact_id(),
    stream_id uuid not null,
    version int not null check (version > 0),
    event_id uuid not null,
    event_type text not null,
    data jsonb not null,
    recorded_at timestamptz not null default clock_timestamp(),
    correlation_id text not null,
    causation_id text not null,
    traceparent text,
    public_type text,
    public_data text check (octet_length(public_data) <= 65536),
    constraint events_stream_version_key unique (stream_id, version),
    constraint events_event_id_key unique (event_id)
  )`,
  // The order in which the relay publishes; only public rows are in it.
  `create index events_public_order on events (log_epoch, transaction_id, position)
    where public_type is not null`,
  // The same order for the rest: every event is in one of the two, so an append pays for one.
  `create index events_private_order
    on events (log_epoch, transaction_id, position) where public_type is null`,
  `create table log_meta (
    singleton boolean primary key default true check (singleton),
    log_id uuid not null default gen_random_uuid(),
    log_epoch int not null default 1
  )`,
  "insert into log_meta default values",
];

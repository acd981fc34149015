/** One row for each role that only one replica may have at a time. Time is the database's. */
export const relayTables: readonly string[] = [
  `create table leases (
    name text primary key,
    holder uuid not null,
    expires_at timestamptz not null
  )`,
];

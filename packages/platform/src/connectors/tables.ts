/**
 * What the staff says of each provider in the direction of the service, as it was published last, and who was let through
 * to a provider that had failed.
 */
export const connectorTables: readonly string[] = [
  `create table connector_terms (
    provider text primary key,
    is_enabled boolean not null,
    priorities jsonb not null,
    amount_xof_min bigint,
    amount_xof_max bigint,
    changed_by uuid not null,
    approved_by uuid not null,
    changed_at timestamptz not null,
    fact_place numeric[] not null
  )`,
  `create table circuit_probes (
    provider text primary key,
    claimed_at timestamptz not null
  )`,
];

import pg from "pg";
import type { SystemBench } from "../report/bench.ts";

/** The password of everybody who is made here. */
export const commonPassword = "the same password for everybody";

const contactsText = `
insert into account_contacts (account_id, name, email, tag, language, verified_at, created_at)
select gen_random_uuid(), 'Bench', $1 || n || '@example.org', $1 || n, 'fr',
  case when $3 then now() end, now()
from generate_series(1, $2::int) as n returning account_id`;

const accountsText = `
insert into accounts (account_id, status, country, roles, kyc_status, kyc_tier, registered_at, activated_at)
select id, case when $2 then 'active' else 'pending' end, 'BJ', '{user}', 'NONE', 0, now(),
  case when $2 then now() end
from unnest($1::uuid[]) as id`;

const credentialsText = `
insert into credentials (account_id, password_hash, changed_at)
select id, (select password_hash from credentials join account_contacts using (account_id)
  where email = $2), now() from unnest($1::uuid[]) as id`;

/**
 * Puts so many accounts straight into the database of identity: to register them would take minutes of hashing. They
 * share the hash of `likeEmail`, for example of one who registered with `commonPassword`, and have proved their addresses
 * unless `areProved` is false. Returns the addresses.
 */
export async function makeAccounts(
  { servers, system }: SystemBench,
  options: {
    readonly prefix: string;
    readonly count: number;
    readonly likeEmail: string;
    readonly areProved?: boolean;
  },
): Promise<readonly string[]> {
  const { prefix, count, likeEmail, areProved = true } = options;
  const url = new URL(servers.postgres.url);
  url.pathname = `/${system.databasePrefix}_identity`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const made = await client.query<{ account_id: string }>(contactsText, [
      prefix,
      count,
      areProved,
    ]);
    const ids = made.rows.map((row) => row.account_id);
    await client.query(accountsText, [ids, areProved]);
    await client.query(credentialsText, [ids, likeEmail]);
    await client.query("analyze accounts, account_contacts, credentials");
  } finally {
    await client.end();
  }
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}@example.org`);
}

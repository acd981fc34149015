import { randomBytes } from "node:crypto";
import { issueToken, readSigningKey } from "@sanu/identity";
import { type AccountId, epochMsOf, instantOfEpochMs } from "@sanu/kernel";
import type { SystemBench } from "../report/bench.ts";
import { makeAccounts } from "../system/many-accounts.ts";
import type { BenchPerson } from "../system/people.ts";

const tokenLifeMs = 3_600_000;
const sessionLifeMs = 86_400_000;
/** Neighbours in turn are no neighbours in the tables. A prime, so that everybody has her turn. */
const stride = 7_919;

/** What each has who is logged in. */
const sessionTexts = (issuedAt: string) => [
  `insert into sessions (session_id, account_id, roles, started_at, ends_at)
   select gen_random_uuid(), account_id, roles, '${issuedAt}', timestamptz '${issuedAt}' + interval '${sessionLifeMs} ms'
   from accounts join account_contacts using (account_id) where email like 'everybody-%'`,
  `insert into tokens (token_id, session_id, issued_at, expires_at)
   select gen_random_uuid(), session_id, '${issuedAt}', timestamptz '${issuedAt}' + interval '${tokenLifeMs} ms'
   from sessions join account_contacts using (account_id) where email like 'everybody-%'`,
  "vacuum analyze",
  "checkpoint",
];

const tokensText = `
select account_id, session_id, token_id from tokens join sessions using (session_id)
  join account_contacts using (account_id) where email like 'everybody-%'`;

/** What transactions keeps of each who bought once this month, apart from the purchase. */
const boughtTexts = [
  "insert into person_keys (account_id, key) select id, decode(repeat(md5(id::text), 2), 'hex') from everybody",
  "insert into open_transactions (account_id, open_count) select id, 0 from everybody",
  `insert into allowances (account_id, month, reserved_xof, used_xof)
   select id, to_char(now(), 'YYYY-MM'), 0, 1000 from everybody`,
  `insert into flashback (account_id, month, transactions_count, bought_xof, sold_sats, volume_xof, days_mask)
   select id, to_char(now(), 'YYYY-MM'), 1, 1000, 0, 1000, 1 from everybody`,
  `insert into transaction_resume select id, 0, 0, 0, 0, 1, 1000, 0, 0 from everybody`,
  "drop table everybody",
  "vacuum analyze",
  "checkpoint",
];

/**
 * Puts so many people into the databases, each logged in and with what one leaves who bought before. Their tokens are
 * signed by the code and with the key of identity.
 */
export async function makeEverybody(
  bench: SystemBench,
  count: number,
): Promise<readonly BenchPerson[]> {
  const { servers, system } = bench;
  const urlOf = (service: string): string => {
    const url = new URL(servers.postgres.url);
    url.pathname = `/${system.databasePrefix}_${service}`;
    return url.href;
  };
  const identity = urlOf("identity");
  const [known] = await servers.administrate(
    "select email from account_contacts limit 1",
    identity,
  );
  const prefix = `everybody-${randomBytes(4).toString("hex")}x`;
  await makeAccounts(bench, { prefix, count, likeEmail: String(known?.["email"]) });
  const issuedAt = instantOfEpochMs(Math.floor(Date.now() / 1_000) * 1_000);
  for (const text of sessionTexts(issuedAt)) await servers.administrate(text, identity);
  const rows = await servers.administrate(tokensText, identity);
  await rememberIn(
    bench,
    urlOf("transactions"),
    rows.map((row) => String(row["account_id"])),
  );
  const key = readSigningKey(await signingKeyOf(bench, identity));
  const people = rows.map((row): BenchPerson => {
    const accountId = String(row["account_id"]) as AccountId;
    const { token } = issueToken(
      key,
      {
        accountId,
        sessionId: String(row["session_id"]),
        tokenId: String(row["token_id"]),
        replaces: null,
        roles: ["user"],
        country: "BJ",
        issuedAt,
        expiresAt: instantOfEpochMs(epochMsOf(issuedAt) + tokenLifeMs),
      },
      issuedAt,
    );
    return { accountId, token };
  });
  return people.map((_, index) => {
    const person = people[(index * stride) % people.length];
    if (person === undefined) throw new Error("Nobody was made");
    return person;
  });
}

async function rememberIn(
  { servers }: SystemBench,
  url: string,
  ids: readonly string[],
): Promise<void> {
  await servers.administrate(
    `create table everybody as select unnest('{${ids.join(",")}}'::uuid[]) as id`,
    url,
  );
  for (const text of boughtTexts) await servers.administrate(text, url);
}

/** Outside production identity makes its keys itself, and stores them. */
async function signingKeyOf({ servers }: SystemBench, url: string): Promise<string> {
  const text = "select value from generated_secrets where name = 'token-private-key-ed25519'";
  const [row] = await servers.administrate(text, url);
  return String(row?.["value"]);
}

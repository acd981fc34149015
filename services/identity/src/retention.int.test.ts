import { VerifyOtp } from "@sanu/contracts";
import { plusMs } from "@sanu/kernel";
import {
  createLogger,
  createMetrics,
  createRetention,
  deleteExpired,
  openDatabase,
} from "@sanu/platform";
import { createTestDatabase, eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { migrations } from "./database/migrations/index.ts";
import { activated, mailedCode, person, registered, useIdentity } from "./identity.fixture.ts";
import { retentionLimits, retentionRules } from "./retention.ts";
import { newcomer } from "./sessions/sessions.fixture.ts";

const identity = await useIdentity();

const count = async (from: string, values: readonly unknown[] = []) => {
  const [row] = await identity.database.query<{ count: bigint }>(
    CompiledQuery.raw(`select count(*) from ${from}`, [...values]),
  );
  return Number(row?.count);
};

/** Deletes until nothing is left that is over. */
async function runRetention(): Promise<void> {
  const { database, clock } = identity;
  const logger = createLogger({ service: "identity", level: "silent" });
  const metrics = createMetrics("identity");
  const retention = createRetention({ rules: retentionRules, database, clock, logger, metrics });
  retention.start();
  // It ends behind the batch under way, which goes on to the end of what is over.
  await eventually("nothing is over", async () => (await count("revocations")) === 0);
  await retention.stop();
  metrics.close();
}

describe("retention", () => {
  it("forgets what is over, in pieces, and keeps what is not", async () => {
    const { token } = await newcomer(identity);
    const stale = await registered(identity, person());
    const at = identity.clock.now();
    const many = 2 * retentionLimits.batchRowsMax + 1;
    await identity.database.query(
      CompiledQuery.raw(
        `insert into revocations select n, gen_random_uuid(), $2, $2 from generate_series(1, $1::int) n`,
        [many, at],
      ),
    );
    identity.clock.advanceMs(retentionLimits.pendingRegistrationsMs);
    const { token: fresh } = await newcomer(identity);
    const waiting = await registered(identity, person());
    await runRetention();

    expect(await count("sessions where session_id = $1", [token.sessionId])).toBe(0);
    expect(await count("tokens where session_id = $1", [token.sessionId])).toBe(0);
    expect(await count("otps where account_id = any($1)", [[stale, token.accountId]])).toBe(0);
    expect(await count("mails_to_send where account_id = $1", [token.accountId])).toBe(0);
    expect(await count("account_contacts where account_id = $1", [stale])).toBe(0);
    expect(await count("accounts where account_id = $1", [stale])).toBe(1);

    expect(await count("account_contacts where account_id = $1", [token.accountId])).toBe(1);
    expect(await count("sessions where session_id = $1", [fresh.sessionId])).toBe(1);
    expect(await count("otps where account_id = $1", [waiting])).toBe(1);
    expect(await count("account_contacts where account_id = $1", [waiting])).toBe(1);
  });

  it("forgets a request for a code that nobody could fulfil for an hour", async () => {
    // A database without a service, which would fulfil the requests at once.
    const made = await createTestDatabase("identity", migrations);
    const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
    const request = "insert into code_requests values (gen_random_uuid(), 'reset', null, $1, $2)";
    const at = identity.clock.now();
    const later = plusMs(at, retentionLimits.codeRequestsMs);
    await database.query(CompiledQuery.raw(request, ["old@example.org", at]));
    await database.query(CompiledQuery.raw(request, ["young@example.org", later]));
    for (const rule of retentionRules) await deleteExpired(database, rule, later);

    const left = await database.query(CompiledQuery.raw("select email from code_requests", []));
    expect(left).toEqual([{ email: "young@example.org" }]);
    await database.close();
    await made.drop();
  });

  it("leaves an address free for a new registration when nobody proved the old one", async () => {
    const who = person();
    const old = await registered(identity, who);
    const oldCode = await mailedCode(identity, old);
    identity.clock.advanceMs(retentionLimits.pendingRegistrationsMs);
    await runRetention();

    expect(
      (await identity.request(VerifyOtp, { userId: old, email: null, code: oldCode })).kind,
    ).toBe("refused");
    expect(await activated(identity, who)).not.toBe(old);
  });
});

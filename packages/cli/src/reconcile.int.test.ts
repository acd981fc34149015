import { newId } from "@sanu/kernel";
import { openDatabase } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { addReconcile } from "./commands/reconcile.ts";
import { sayingOf } from "./sayings.fixture.ts";
import { migrationsOf } from "./services.ts";

const services = ["payments", "payouts", "transactions"] as const;
const made = await Promise.all(
  services.map(async (service) => {
    const { url, drop } = await createTestDatabase(service, migrationsOf[service]);
    process.env[`${service.toUpperCase()}_DATABASE_URL`] = url;
    return { drop, database: openDatabase({ url, poolMax: 1, applicationName: "test" }) };
  }),
);
const run = (service: (typeof services)[number], text: string, ...values: unknown[]) =>
  made[services.indexOf(service)]?.database.query(CompiledQuery.raw(text, values));

afterAll(async () => {
  process.exitCode = 0;
  for (const { database, drop } of made) await database.close().then(drop);
});

/** What was compared last is shown: nobody has to run. */
async function reconcile(
  ...options: readonly string[]
): Promise<{ readonly code: unknown; readonly said: string }> {
  process.exitCode = undefined;
  const program = new Command("sanu").exitOverride();
  addReconcile(program);
  const how = options.length === 0 ? ["--stored"] : options;
  const said = await sayingOf(() => program.parseAsync(["reconcile", ...how], { from: "user" }));
  return { code: process.exitCode, said };
}

const account =
  "insert into statement_accounts (account, compared_until, compared_at) select unnest($1::text[]), now(), now()";

/** Tries deploy/runbooks/statement-differs.md. */
it("ends with 0 where all agree, with 1 where something differs, with 2 where nothing is known", async () => {
  expect(await reconcile()).toMatchObject({ code: 2 });

  await run("payments", account, ["collections", "node-in"]);
  await run("payouts", account, ["disbursements", "node-out"]);
  const agrees = await reconcile();
  expect(agrees.code).toBe(0);
  expect(agrees.said.match(/compared until .*, 0 differences/g)).toHaveLength(4);
  expect(agrees.said).toContain("no differences");

  // The ledger has 70 000 XOF, our accounts hold 1 000 less.
  await run(
    "transactions",
    `insert into float_comparisons (currency, log_epoch, snapshot, base, ledger, known, case_key, compared_at)
     values ('XOF', 1, '1:1:', 60000, 10000, -1000, '2026-11-23T02:00:00.000000Z', now())`,
  );
  const ledger = await reconcile();
  expect(ledger.code).toBe(1);
  expect(ledger.said).toContain("transactions ledger/gateway_float: compared until");
  expect(ledger.said).toMatch(
    /ledger\/gateway_float +other-balance +– +70000 XOF +69000 XOF +2026-11-23T02:00:00.000000Z +[0-9a-f-]{36}\n/,
  );
  await run("transactions", "delete from float_comparisons");

  const moment = "2026-11-23T02:00:00.000000Z";
  const side = {
    kind: "disbursement",
    state: "settled",
    currency: "XOF",
    amount: "9800",
    fee: "98",
  };
  const found = {
    type: "StatementDifferenceFound",
    v: 1,
    differenceId: newId<string>(),
    provider: "sandbox",
    account: "disbursements",
    name: "d-17",
    kind: "missing-at-us",
    transactionId: null,
    reference: "d-17",
    key: null,
    subjectId: null,
    booked: null,
    stated: side,
    occurredAt: moment,
    foundAt: moment,
  };
  await run(
    "payouts",
    "insert into statement_differences values ($1, 'disbursements', 'missing-at-us', $2, now(), now())",
    found.differenceId,
    JSON.stringify(found),
  );
  const differs = await reconcile();
  expect(differs.code).toBe(1);
  expect(differs.said).toMatch(
    /disbursements +missing-at-us +d-17 +– +disbursement settled 9800 XOF, fee 98/,
  );
  // Its case: an id that is made of it.
  expect(differs.said).toMatch(/00Z +[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f-]{17}\n/);

  // Two of the staff have said what it is.
  const caseId = newId<string>();
  await run(
    "payouts",
    "update statement_differences set data = data || jsonb_build_object('decided', $1::jsonb)",
    JSON.stringify({ caseId, proposalId: newId<string>(), decidedAt: moment }),
  );
  const decided = await reconcile();
  expect(decided.code).toBe(0);
  expect(decided.said).toMatch(
    /payouts disbursements: compared until .*, 0 differences, 1 decided/,
  );
  expect(decided.said).toMatch(/^no differences$/m);
  const [, apart = ""] = decided.said.split("decided by two of the staff:");
  expect(apart).toMatch(new RegExp(`missing-at-us +d-17 .*${moment} +${caseId}`));

  await run(
    "payments",
    "update statement_accounts set last_error = 'too-many-pages' where account = 'node-in'",
  );
  const unread = await reconcile();
  expect(unread.code).toBe(2);
  expect(unread.said).toContain("payments node-in: not compared (too-many-pages)");
});

it("says of an account that nobody compares what may be the reason", async () => {
  await run("payments", "update statement_accounts set last_error = null");
  const { code, said } = await reconcile("--now", "--wait", "0");

  expect(code).toBe(2);
  expect(said).toContain(
    "payments node-in: not compared (nobody has compared it in time: payments does not run, or STATEMENT_RAIL and NODE_STATEMENT_RAIL name its provider no more (deploy/runbooks/stop-a-provider.md))",
  );
});

it("compares nothing from a moment that lies ahead, and says so", async () => {
  const { said } = await reconcile("--now", "--from", "2999-01-01");
  expect(said).toContain("--from 2999-01-01 lies ahead");
});

/** Tries deploy/runbooks/stop-a-provider.md. */
it("ends with 2 for good no longer, once somebody retires the account of a provider that has left", async () => {
  await run("payouts", "update statement_differences set resolved_at = now()");
  const compared = "update statement_accounts set compared_at = now() + interval '1 minute'";
  await run("payouts", compared);
  await run("payments", `${compared} where account = 'collections'`);
  expect((await reconcile("--wait", "0")).code).toBe(2);

  const { said } = await reconcile("--retire", "node-in");
  expect(said).toContain("payments node-in: retired");
  const after = await reconcile("--wait", "0");
  expect(after.said).toContain("payments node-in: retired at ");
  expect(after.code).toBe(0);
  expect(await reconcile("--retire", "node-on")).toMatchObject({
    said: expect.stringContaining("No account is named node-on"),
  });
});

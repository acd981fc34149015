import { createMetrics, createRetention, deleteExpired, openDatabase } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { migrations } from "./database/migrations/index.ts";
import { retentionRules } from "./retention.ts";

const dayMs = 86_400_000;
const made = await createTestDatabase("payments_retention", migrations);
const rules = retentionRules({
  callbackKeptMs: 90 * dayMs,
  statements: { linesKeptMs: 92 * dayMs },
});
const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });

afterAll(async () => {
  await database.close();
  await made.drop();
});

it("forgets the name of a callback when no provider repeats it any more, and nothing that is money", async () => {
  await database.query(
    CompiledQuery.raw(`insert into callbacks
      select 'sandbox', age::text, gen_random_uuid(), now() - age
      from unnest(array[interval '91 days', interval '89 days']) as age`),
  );
  for (const rule of rules) await deleteExpired(database, rule);

  const left = await database.query(CompiledQuery.raw("select event_id from callbacks"));
  expect(left).toEqual([{ event_id: "89 days" }]);
  expect(rules.map(({ table }) => table)).toEqual(["callbacks", "statement_lines"]);
});

it("forgets old lines of statements as fast as they come, however many an hour has", async () => {
  const lines = 12_000;
  const insert = `insert into statement_lines select account, n::text, 1, n::text, null, 'refund', 'XOF', 1, 0, 'settled',
    now() - interval '92 days' + case when n > ${lines} then interval '1 hour' else '-1 hour' end, 1
    from generate_series(1, ${lines + 5}) as n, unnest(array['collections', 'node-in']) as account`;
  await database.query(
    CompiledQuery.raw("insert into statement_accounts values ('collections'), ('node-in')"),
  );
  await database.query(CompiledQuery.raw(insert));
  const metrics = createMetrics("test");
  const logger = { info: () => undefined, warn: () => undefined };
  const retention = createRetention({ rules, database, logger, metrics });
  retention.start();
  await retention.whenIdle();
  await retention.stop();
  metrics.close();

  const left = await database.query(
    CompiledQuery.raw("select count(*)::int as lines from statement_lines"),
  );
  expect(left).toEqual([{ lines: 2 * 5 }]);
});

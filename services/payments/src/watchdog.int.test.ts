import { measureOpenWork, openDatabase } from "@sanu/platform";
import { createTestDatabase, rowsRead } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { migrations } from "./database/migrations/index.ts";
import { watchRules } from "./watchdog.ts";

const made = await createTestDatabase("payments_watchdog", migrations);
const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
const run = (text: string) => database.query(CompiledQuery.raw(text));

afterAll(async () => {
  await database.close();
  await made.drop();
});

const insertAttempts = (count: number, kind: string, state: string) =>
  run(`insert into attempts (attempt_id, subject_id, attempt_number, kind, state, provider, next_at, correlation_id, created_at)
    select gen_random_uuid(), gen_random_uuid(), 1, '${kind}', '${state}', 'sandbox', now() + interval '1 hour', 'c', now() - interval '3 hours'
    from generate_series(1, ${count})`);

it("finds what is in question without going through all that wait for their payer", async () => {
  await insertAttempts(5_000, "collection", "accepted");
  await insertAttempts(2, "collection", "unknown");
  await insertAttempts(1, "refund", "accepted");
  await run("analyze");
  const found: unknown[] = [];
  for (const rule of watchRules({ outcomeUnknownAfterMs: 3_600_000 })) {
    for (const { by, open, overdue } of await measureOpenWork(database, rule)) {
      found.push([rule.what, by, open, overdue]);
    }
    await measureOpenWork(
      {
        async query(statement) {
          expect([rule.what, (await rowsRead(made.url, statement)) < 100]).toEqual([
            rule.what,
            true,
          ]);
          return [];
        },
      },
      rule,
    );
  }
  expect(found).toEqual([
    ["attempt", "collection unknown", 2, 2],
    ["attempt", "refund accepted", 1, 1],
  ]);
});

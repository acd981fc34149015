import { deleteExpired, openDatabase } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { migrations } from "./database/migrations/index.ts";
import { retentionRules } from "./retention.ts";

const dayMs = 86_400_000;
const made = await createTestDatabase("payments_retention", migrations);
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
  const rules = retentionRules({ callbackKeptMs: 90 * dayMs });
  for (const rule of rules) await deleteExpired(database, rule);

  const left = await database.query(CompiledQuery.raw("select event_id from callbacks"));
  expect(left).toEqual([{ event_id: "89 days" }]);
  expect(rules.map(({ table }) => table)).toEqual(["callbacks"]);
});

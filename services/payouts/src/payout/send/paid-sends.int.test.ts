import { type Attempt, type Database, openDatabase, type Statement } from "@sanu/platform";
import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../database/migrations/index.ts";
import { createPaidSends } from "./paid-sends.ts";

const rows = 20_000;
/** Pages of 8 kB: the way down the index, and the rows themselves. */
const buffersMax = 40;

/** One a second, the last one a second ago; of ten the first node paid eight, and the second one. */
const fillText = `
insert into attempts (attempt_id, subject_id, attempt_number, kind, state, natural_key, provider, correlation_id, created_at)
select gen_random_uuid(), gen_random_uuid(), 1, 'send', case n % 10 when 0 then 'unknown' else 'settled' end,
  'lightning:' || n, case when n % 10 = 9 then 'south' else 'north' end, 'test',
  now() - make_interval(secs => $1::int - n + 1)
from generate_series(1, $1::int) as n`;

interface Plan {
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
}

let made: TestDatabase;
let database: Database;
const asked: Statement[] = [];
const recording: Pick<Database, "query"> = {
  query: (statement) => {
    asked.push(statement);
    return database.query(statement);
  },
};
const paidBy = createPaidSends(recording);
const query = <Row>(text: string, ...values: readonly unknown[]) =>
  database.query<Row>(CompiledQuery.raw(text, [...values]));

/** An attempt as old as the one of that number. */
async function attemptLike(number: number): Promise<Attempt> {
  const [row] = await query<Pick<Attempt, "kind" | "createdAt">>(
    `select kind, created_at as "createdAt" from attempts where natural_key = 'lightning:' || $1`,
    number,
  );
  return row as Attempt;
}

beforeAll(async () => {
  made = await createTestDatabase("payouts", migrations);
  const options = { url: made.url, poolMax: 2, applicationName: "test", isMaintenance: true };
  database = openDatabase(options);
  await query(fillText, rows);
  await query("analyze");
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

describe("what a node has paid", () => {
  it("is the two before the attempt, and the newest of all", async () => {
    const keys = await paidBy(await attemptLike(105), "north");
    expect(new Set(keys)).toEqual(
      new Set(["lightning:104", "lightning:103", `lightning:${rows - 2}`]),
    );
  });

  it("is what names it", async () => {
    const keys = await paidBy(await attemptLike(rows), "south");
    expect(new Set(keys)).toEqual(new Set([`lightning:${rows - 1}`, `lightning:${rows - 11}`]));
  });

  it.each(["north", "south", "a node that paid nothing yet"])(
    "is found without a look at all that was ever sent: %s",
    async (node) => {
      asked.length = 0;
      await paidBy(await attemptLike(rows / 2), node);
      const { sql, parameters } = asked.at(-1) as Statement;
      const [row] = await query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
        `explain (analyze, buffers, format json) ${sql}`,
        ...parameters,
      );
      const plan = row?.["QUERY PLAN"][0]?.Plan;
      expect(plan && plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(
        buffersMax,
      );
    },
  );
});

import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSchema, type Migrations } from "../database/migration.ts";
import { type Database, openDatabase, type Statement } from "../database/open-database.ts";
import { attemptSchema } from "./attempts.fixture.ts";
import { type Claim, claimAttempts } from "./read-attempts.ts";

const rows = 3_000;
/** Passed over is what was claimed before, twice, and what is another provider's. */
const lookedAtMax = 100;

/** What an outage leaves behind: all of them are due, most of one provider. */
const fillText = `
insert into attempts (attempt_id, subject_id, attempt_number, kind, state, provider, correlation_id, next_at)
select gen_random_uuid(), gen_random_uuid(), 1, 'collection', 'unknown', case n % 10 when 1 then 'other' else 'carrier' end,
  'test', now() - make_interval(secs => n)
from generate_series(1, $1::int) as n`;

const migrations: Migrations = {
  "0001-initial": createSchema(attemptSchema),
};
const claim: Claim = {
  provider: "carrier",
  kinds: ["collection"],
  owner: "test",
  leaseMs: 60_000,
  rowsMax: 16,
};

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** What is read to lock some of it; the update behind it finds its rows in any way. */
function readToLock({ Plans = [], ...plan }: Plan): number {
  if (plan["Node Type"] === "LockRows") return mostRows(Plans);
  return Math.max(0, ...Plans.map(readToLock));
}

function mostRows(plans: readonly Plan[]): number {
  const rowsOf = ({ Plans = [], ...plan }: Plan) =>
    Math.max(plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0), mostRows(Plans));
  return Math.max(0, ...plans.map(rowsOf));
}

let made: TestDatabase;
let database: Database;
const query = <Row>(text: string, ...values: readonly unknown[]) =>
  database.query<Row>(CompiledQuery.raw(text, [...values]));

beforeAll(async () => {
  made = await createTestDatabase("attempt_claims", migrations);
  database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });
  await query(fillText, rows);
  await query("analyze attempts");
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

describe("claims while many attempts are due", () => {
  it("takes those that are due longest, of its provider alone", async () => {
    const claimed = await claimAttempts(database, claim);
    const due = await query<{ readonly id: string }>(
      `select attempt_id as id from attempts where provider = 'carrier' order by next_at limit $1`,
      claim.rowsMax,
    );
    expect(new Set(claimed.map(({ attemptId }) => attemptId))).toEqual(
      new Set(due.map(({ id }) => id)),
    );
  });

  it("does not look at all of them", async () => {
    const asked: Statement[] = [];
    await claimAttempts(
      {
        ...database,
        query: (statement) => {
          asked.push(statement);
          return database.query(statement);
        },
      },
      claim,
    );
    const statement = asked.at(0);
    if (statement === undefined) throw new Error("Nothing was asked");
    const { sql, parameters } = statement;
    const [row] = await query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, format json) ${sql}`,
      ...parameters,
    );
    const plan = row?.["QUERY PLAN"][0]?.Plan;
    const read = plan && readToLock(plan);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(lookedAtMax);
  });
});

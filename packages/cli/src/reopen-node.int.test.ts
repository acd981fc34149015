import { openDatabase } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { addRails } from "./commands/rails.ts";
import { sayingOf } from "./sayings.fixture.ts";
import { migrationsOf } from "./services.ts";

const { url, drop } = await createTestDatabase("payments", migrationsOf.payments);
process.env["PAYMENTS_DATABASE_URL"] = url;
const database = openDatabase({ url, poolMax: 1, applicationName: "test" });
const run = <Row>(text: string) => database.query<Row>(CompiledQuery.raw(text));

afterAll(async () => {
  process.exitCode = 0;
  await database.close();
  await drop();
});

async function reopen(node: string): Promise<{ readonly code: unknown; readonly said: string }> {
  process.exitCode = undefined;
  const program = new Command("sanu").exitOverride();
  addRails(program);
  const said = await sayingOf(() =>
    program.parseAsync(["rails", "reopen", node], { from: "user" }),
  );
  return { code: process.exitCode, said: said.trim() };
}

/** Tries deploy/runbooks/restore-a-node.md. */
it("opens the node that is named and no other, is in the audit log, and what it had lost is not looked for again", async () => {
  await run(`insert into node_cursors (provider, cursor, closed_at) values
    ('lnd', '9:4::', now()), ('lnd-two', '7:1::', now()), ('lnd-three', '5:5::', null)`);
  expect(await reopen("lnd")).toEqual({ code: 0, said: "lnd is open" });
  const nodes = await run<object>(
    "select provider, cursor, closed_at is not null as closed from node_cursors order by provider",
  );
  expect(nodes).toEqual([
    { provider: "lnd", cursor: null, closed: false },
    { provider: "lnd-three", cursor: "5:5::", closed: false },
    { provider: "lnd-two", cursor: "7:1::", closed: true },
  ]);
  const entries = await run<{ entry: string }>("select entry from audit_log order by position");
  expect(entries.map(({ entry }) => JSON.parse(entry) as unknown)).toMatchObject([
    { operation: "payments.reopen-node", act: "money", via: "shell", subjects: { node: "lnd" } },
    { kind: "ended", outcome: "reopened" },
  ]);
});

it.each([
  ["is open", "lnd-three"],
  ["nobody knows", "lnd-four"],
])("says so, and ends with 1, of a node that %s", async (_, node) => {
  expect(await reopen(node)).toEqual({ code: 1, said: `${node} was not closed` });
});

import { newId } from "@sanu/kernel";
import { acknowledgedReason, openDatabase } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { addParked } from "./commands/parked.ts";
import { sayingOf } from "./sayings.fixture.ts";
import { migrationsOf } from "./services.ts";

const made = await createTestDatabase("payouts", migrationsOf.payouts);
const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
process.env["PAYOUTS_DATABASE_URL"] = made.url;
afterAll(async () => {
  await database.close();
  await made.drop();
});

/** As many as a failover parks of two groups. */
const parkedFacts = 2_100;
const parkText = `
insert into parked_facts (group_name, fact_id, lane, lanes, log_epoch, transaction_id, position, headers, data, cause, reason, attempts)
select 'payouts-from-transactions', gen_random_uuid(), 'lane-' || n, array['lane-' || n], 1, n::text::xid8, n, '{}', '',
  'deterministic', 'handled before', 1 from generate_series(1, $1::int) as n`;

/** Tries deploy/runbooks/failover.md. */
it("shows every fact that is parked, however many: money may have gone for each", async () => {
  await database.query(CompiledQuery.raw(parkText, [parkedFacts]));
  const program = new Command("sanu").exitOverride();
  addParked(program);
  const said = await sayingOf(() =>
    program.parseAsync(["parked", "list", "payouts"], { from: "user" }),
  );
  expect(said.trim().split("\n")).toHaveLength(parkedFacts);
});

it("has in the audit log that somebody at the shell made one due, and of which aggregate", async () => {
  const lane = newId();
  const move = "update parked_facts set lane = $1, lanes = array[$1] where position = 7";
  await database.query(CompiledQuery.raw(move, [lane]));
  const program = new Command("sanu").exitOverride();
  addParked(program);
  const of = ["parked", "replay", "payouts", "payouts-from-transactions", "--aggregate", lane];
  expect(await sayingOf(() => program.parseAsync(of, { from: "user" }))).toBe("1 due now\n");
  const entries = await database.query<{ entry: string }>(
    CompiledQuery.raw("select entry from audit_log order by position"),
  );
  const subjects = { group: "payouts-from-transactions", aggregate: lane };
  expect(entries.map(({ entry }) => JSON.parse(entry) as unknown)).toMatchObject([
    { operation: "payouts.replay-parked", act: "money", via: "shell", subjects },
    { kind: "ended", outcome: "due" },
  ]);
});

it("makes nothing due of what may have been paid before with all others, and says how it is made due", async () => {
  const lane = newId();
  const keep =
    "update parked_facts set due_at = null, reason = $1, lane = $2, lanes = array[$2] where position = 9";
  await database.query(CompiledQuery.raw(keep, [acknowledgedReason, lane]));
  const replay = (...options: readonly string[]) => {
    const program = new Command("sanu").exitOverride();
    addParked(program);
    const of = ["parked", "replay", "payouts", "payouts-from-transactions", ...options];
    return sayingOf(() => program.parseAsync(of, { from: "user" }));
  };
  expect(await replay()).toBe(
    "2099 due now\n1 wait on, handled before: money may have gone; ask the provider, then --aggregate ID for each, and --maybe-sent where it has it\n",
  );
  const due = "select from parked_facts where position = 9 and due_at is not null";
  expect(await database.query(CompiledQuery.raw(due))).toEqual([]);
  expect(await replay("--aggregate", lane)).toBe("1 due now\n");
});

describe("what was handled before, and is said to be maybe sent", () => {
  const group = "payouts-from-transactions";
  const run = (...options: readonly string[]) => {
    const program = new Command("sanu").exitOverride();
    addParked(program);
    return sayingOf(() => program.parseAsync(["parked", ...options], { from: "user" }));
  };
  const replay = (...options: readonly string[]) =>
    run("replay", "payouts", group, ...options, "--maybe-sent");
  const keep = async () => {
    const lane = newId();
    const text = `update parked_facts set due_at = null, cause = 'deterministic', reason = $1, lane = $2, lanes = array[$2]
      where position = 11`;
    await database.query(CompiledQuery.raw(text, [acknowledgedReason, lane]));
    return lane;
  };

  it("is due for services that know of it alone, over whom it is said, and stands so in the list and in the audit log", async () => {
    const lane = await keep();
    expect(await replay("--aggregate", lane, "--provider", "fedapay")).toBe(
      "1 due now as maybe sent\n",
    );
    const due = "select due_at from parked_facts where position = 11";
    expect(await database.query(CompiledQuery.raw(due))).toEqual([{ due_at: null }]);
    expect(await run("list", "payouts")).toContain("; said to be maybe sent over fedapay, 0 tries");
    const [entry] = await database.query<{ entry: string }>(
      CompiledQuery.raw(
        "select entry from audit_log where entry like '%maybe-sent%' order by position limit 1",
      ),
    );
    expect(JSON.parse(entry?.entry ?? "")).toMatchObject({
      operation: "payouts.replay-parked-as-maybe-sent",
      act: "money",
      subjects: { group, aggregate: lane, provider: "fedapay" },
    });
  });

  it("is neither said of all at once, nor of what was not handled before", async () => {
    await keep();
    expect(await replay()).toContain("--maybe-sent is said of one --aggregate each time");
    const other = newId();
    const move = "update parked_facts set lane = $1, lanes = array[$1] where position = 12";
    await database.query(CompiledQuery.raw(move, [other]));
    expect(await replay("--aggregate", other)).toMatch(/^0 due now as maybe sent\nNothing of it/);
    const plain = ["replay", "payouts", group, "--aggregate", other, "--provider", "fedapay"];
    expect(await run(...plain)).toContain("--provider is said of what is --maybe-sent");
  });
});

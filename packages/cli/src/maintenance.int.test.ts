import { openDatabase } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { addMigrate } from "./commands/migrate.ts";
import { addParked } from "./commands/parked.ts";
import { openLogReaders } from "./events/read/open-readers.ts";
import { sayingOf } from "./sayings.fixture.ts";
import { migrationsOf } from "./services.ts";

/** As payouts had it in the first release, when its migrations had the names of those of payments. */
const [first = ""] = Object.keys(migrationsOf.payouts);
const initial = migrationsOf.payouts[first];
if (initial === undefined) throw new Error("payouts has no migrations");
const made = await createTestDatabase("payouts_first", { [first]: initial });
const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
afterAll(async () => {
  await database.close();
  await made.drop();
});

const publishText = `
insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id, causation_id, public_type, public_data)
values (1, gen_random_uuid(), 1, gen_random_uuid(), 'FloatReported', '{}', 'test', 'test', 'sanu.payouts.FloatReported.v1', '{}')`;
const migrationNames = () =>
  database.query(CompiledQuery.raw("select name from migrations order by name"));

async function run(...words: readonly string[]): Promise<string> {
  const program = new Command("sanu").exitOverride();
  addMigrate(program);
  addParked(program);
  return sayingOf(() => program.parseAsync([...words], { from: "user" }));
}

it("a command that is led to the database of another service does nothing there, and says whose it is", async () => {
  await database.query(CompiledQuery.raw(publishText));
  process.env["PAYMENTS_DATABASE_URL"] = made.url;
  const before = await migrationNames();
  const leads = "PAYMENTS_DATABASE_URL leads to the database of payouts: nothing was done there";

  expect(await run("migrate", "payments")).toContain(leads);
  expect(await run("parked", "list", "payments")).toContain(leads);
  expect(await migrationNames()).toEqual(before);
  await expect(openLogReaders(["payments"], process.env)).rejects.toThrow(leads);

  process.env["PAYOUTS_DATABASE_URL"] = made.url;
  expect(await run("migrate", "payouts")).toContain("payouts: 0002-");
  expect(await run("parked", "list", "payouts")).toBe("payouts: none\n");
});

import { bindSettings, boundSettingsOf, openDatabase, secret } from "@sanu/platform";
import { asAdmin, createTestDatabase } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { analystRole } from "./analyst-role.ts";
import { addAdmin } from "./commands/admin.ts";
import { addCases } from "./commands/cases.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addParked } from "./commands/parked.ts";
import { addSettings } from "./commands/settings.ts";
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
  delete process.env["SANU_ENV"];
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
  addAdmin(program);
  addCases(program);
  addParked(program);
  addSettings(program);
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
  process.env["IDENTITY_DATABASE_URL"] = made.url;
  process.env["TRANSACTIONS_DATABASE_URL"] = made.url;
  expect(await run("admin", "create", "--email", "ama@example.org")).toContain(
    "IDENTITY_DATABASE_URL leads to the database of payouts",
  );
  expect(await run("cases", "list")).toContain(
    "TRANSACTIONS_DATABASE_URL leads to the database of payouts",
  );

  process.env["PAYOUTS_DATABASE_URL"] = made.url;
  expect(await run("migrate", "payouts")).toContain("payouts: 0002-");
  expect(await run("parked", "list", "payouts")).toBe("payouts: none\n");
});

it("a command that reaches no database says which of them", async () => {
  const nobody = "postgres://sanu@127.0.0.1:1/nobody";
  process.env["PAYMENTS_DATABASE_URL"] = nobody;
  const says = "PAYMENTS_DATABASE_URL leads to no database that answers: connect ECONNREFUSED";
  expect(await run("parked", "list", "payments")).toContain(says);
  expect(await run("migrate", "payments")).toContain(says);
  expect(await run("migrate", "--wait", "0", "payments")).toContain(
    "payments (PAYMENTS_DATABASE_URL): connect ECONNREFUSED",
  );
  await expect(openLogReaders(["payments"], process.env)).rejects.toThrow(says);
});

it("who waits for migrations is told of which service some are missing", async () => {
  const behind = await createTestDatabase("payouts_behind", { [first]: initial });
  process.env["PAYOUTS_DATABASE_URL"] = behind.url;
  const said = await run("migrate", "--wait", "0", "payouts");
  await behind.drop();
  expect(said).toMatch(/payouts \(PAYOUTS_DATABASE_URL\): Not migrated yet: 0002-/);
});

it("who migrates with a release that the database is ahead of is told so, and takes nothing away", async () => {
  const ahead = await createTestDatabase("payouts_ahead", migrationsOf.payouts);
  process.env["PAYOUTS_DATABASE_URL"] = ahead.url;
  const newer = openDatabase({ url: ahead.url, poolMax: 1, applicationName: "test" });
  const names = () =>
    newer.query(CompiledQuery.raw("select name, done_at from migrations order by name"));
  await asAdmin((client) =>
    client.query(
      `do $$ begin create role ${analystRole} nologin; exception when duplicate_object or unique_violation then null; end $$`,
    ),
  );
  for (const text of [
    "insert into migrations (name, done_at) values ('9999-of-tomorrow', now())",
    "create table read_tomorrow ()",
    `grant select on read_tomorrow to ${analystRole}`,
  ]) {
    await newer.query(CompiledQuery.raw(text));
  }
  const before = await names();
  const said = await run("migrate", "payouts");
  const waited = await run("migrate", "--wait", "0", "payouts");
  const after = await names();
  const [granted] = await newer.query<{ isRead: boolean }>(
    CompiledQuery.raw(
      `select has_table_privilege('${analystRole}', 'read_tomorrow', 'select') as "isRead"`,
    ),
  );
  await newer.close();
  await ahead.drop();

  const isAhead = "the database is ahead of this program, which does not know 9999-of-tomorrow";
  expect(said).toBe(`payouts: nothing to do; ${isAhead}\n`);
  expect(waited).toBe("payouts: has all that is known here\n");
  expect(after).toEqual(before);
  expect(granted?.isRead).toBe(true);
});

it("a command of a staging's shell does nothing on production's database, until somebody says that it is a copy", async () => {
  process.env["PAYOUTS_DATABASE_URL"] = made.url;
  await run("migrate", "payouts");
  const personKey = secret("the key of persons of production");
  const accounts = [{ name: "MTN_MOMO_DISBURSEMENT_API_USER", value: "0f8a5c8e" }];
  const connectors = { disbursement: { accounts }, collection: { accounts } };
  const settings = boundSettingsOf({ environment: "production", personKey, connectors });
  await bindSettings(database, "payouts", settings);
  process.env["SANU_ENV"] = "staging";
  const leads = "PAYOUTS_DATABASE_URL leads to a database of production, and SANU_ENV is staging";

  expect(await run("migrate", "payouts")).toContain(leads);
  expect(await run("parked", "list", "payouts")).toContain(leads);
  await expect(openLogReaders(["payouts"], process.env)).rejects.toThrow(leads);

  const bound = await run("settings", "bound", "payouts");
  expect(bound).toMatch(
    /^payouts: MTN_MOMO_DISBURSEMENT_API_USER 0f8a5c8e\npayouts: PERSON_KEY [\w-]{43}\npayouts: SANU_ENV production\n$/,
  );
  expect(bound).not.toContain(personKey.reveal());
  expect(await run("settings", "unbind", "SANU_ENV", "payouts")).toBe(
    "payouts: SANU_ENV is bound anew by the next start\n",
  );
  expect(await run("parked", "list", "payouts")).toBe("payouts: none\n");
  expect(await run("settings", "unbind", "MTN_MOMO_DISBURSEMENT_API_USER", "payouts")).toBe(
    "payouts: MTN_MOMO_DISBURSEMENT_API_USER is bound anew by the next start\n",
  );
  expect(await run("settings", "unbind", "LOG_LEVEL", "payouts")).toContain(
    "LOG_LEVEL binds no database",
  );
  const entries = await database.query<{ entry: string }>(
    CompiledQuery.raw("select entry from audit_log order by position limit 2"),
  );
  expect(entries.map(({ entry }) => JSON.parse(entry) as unknown)).toMatchObject([
    { operation: "payouts.unbind-setting", subjects: { setting: "SANU_ENV" } },
    { kind: "ended", outcome: "unbound" },
  ]);
});

it("an account at a provider is unbound in every service that has it, and the others are named", async () => {
  const other = await createTestDatabase("payments", migrationsOf.payments);
  Object.assign(process.env, { PAYMENTS_DATABASE_URL: other.url, PAYOUTS_DATABASE_URL: made.url });
  const account = { name: "HUB2_MERCHANT_ID", value: "1f0c" };
  await bindSettings(database, "payouts", [account]);

  const said = await run("settings", "unbind", account.name, "payments", "payouts");
  const strange = await run("settings", "unbind", "LOG_LEVEL", "payments", "payouts");
  await other.drop();
  expect(said).toBe(
    "payments: HUB2_MERCHANT_ID was not bound\npayouts: HUB2_MERCHANT_ID is bound anew by the next start\n",
  );
  expect(strange).toContain("LOG_LEVEL binds no database");
});

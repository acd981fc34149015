import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queryRows } from "../postgres/query-rows.fixture.ts";
import { derivedSecrets, type SecretFor } from "./derived-secrets.ts";
import { databaseOf, ensureDatabases } from "./service-databases.ts";

const adminUrl = process.env["SANU_TEST_DATABASE_URL"] ?? "";
const prefix = `local_${randomBytes(4).toString("hex")}`;
let folder: string;
let secretFor: SecretFor;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sanu-databases-"));
  secretFor = derivedSecrets(join(folder, "secret"));
});

afterAll(async () => {
  for (const service of ["one", "two"]) {
    await queryRows(adminUrl, `drop database if exists ${prefix}_${service} with (force)`);
    await queryRows(adminUrl, `drop role if exists ${prefix}_${service}`);
  }
  rmSync(folder, { recursive: true, force: true });
});

it("gives each service a database that it alone can use, the same one at the next start", async () => {
  const wanted = ["one", "two"].map((service) => databaseOf(prefix, service, secretFor));

  const [one = "", two = ""] = await ensureDatabases(adminUrl, wanted);
  await queryRows(one, "create table kept ()");
  const again = await ensureDatabases(adminUrl, wanted);
  const intruder = new URL(one);
  intruder.pathname = new URL(two).pathname;

  expect(await queryRows(one, "select current_user::text, to_regclass('kept')::text")).toEqual([
    [`${prefix}_one`, "kept"],
  ]);
  await expect(queryRows(intruder.href, "select 1")).rejects.toThrow(/permission denied/);
  expect(again).toEqual([one, two]);
});

it("leaves nobody unbounded who connects to it, an administrator neither", async () => {
  const [one = ""] = await ensureDatabases(adminUrl, [databaseOf(prefix, "one", secretFor)]);
  const administrator = new URL(adminUrl);
  administrator.pathname = new URL(one).pathname;
  const names = ["idle_in_transaction_session", "transaction", "statement", "lock"];
  const shown = names.map((name) => `current_setting('${name}_timeout')`).join(", ");

  for (const url of [one, administrator.href]) {
    expect(await queryRows(url, `select ${shown}`)).toEqual([["1min", "15min", "5min", "10s"]]);
  }
});

it("derives another secret for each use and the same one at each start", () => {
  const again = derivedSecrets(join(folder, "secret"));

  expect(again("callbacks")).toBe(secretFor("callbacks"));
  expect(again("callbacks")).not.toBe(secretFor("otp pepper"));
});

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { newId } from "@sanu/kernel";
import { auditGuardMigration, createAuditLog, openDatabase } from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { addAdmin } from "./commands/admin.ts";
import { addAudit } from "./commands/audit.ts";
import { sayingOf } from "./sayings.fixture.ts";
import { migrationsOf } from "./services.ts";

const made = await createTestDatabase("identity", migrationsOf.identity);
const database = openDatabase({ url: made.url, poolMax: 1, applicationName: "test" });
process.env["IDENTITY_DATABASE_URL"] = made.url;
process.env["SANU_ADMIN_PASSWORD"] = "a long enough password";

afterAll(async () => {
  process.exitCode = 0;
  await database.close();
  await made.drop();
});

async function sanu(...args: string[]): Promise<string> {
  process.exitCode = 0;
  const program = new Command("sanu").exitOverride();
  addAdmin(program);
  addAudit(program);
  return sayingOf(() => program.parseAsync(args, { from: "user" }));
}

it.each(Object.entries(migrationsOf))("cannot be emptied by %s", (_service, migrations) => {
  expect(Object.values(migrations)).toContain(auditGuardMigration);
});

it("has what the shell did, without whom by name, also for who reads a part of it, and says where somebody changed it", async () => {
  const created = await sanu("admin", "create", "--email", "ama@example.org", "--name", "Ama");
  const accountId = created.trim().split(" ")[1];
  const log = createAuditLog(database);
  const look = { operation: "identity.get-user", act: "look", via: "gateway" } as const;
  for (let each = 0; each < 3; each += 1) {
    const about = { by: newId(), subjects: {}, bodyHash: null, correlationId: "test" };
    await log.begin({ ...look, ...about, assertionId: newId(), credential: null });
  }
  const exported = await sanu("audit", "export", "identity");
  const lines = exported
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { entry: object });
  expect(lines).toHaveLength(5);
  expect(lines[0]?.entry).toMatchObject({ operation: "identity.create-admin", via: "shell" });
  expect(lines[1]?.entry).toMatchObject({ outcome: "made", shown: [accountId] });
  expect(exported).not.toMatch(/ama@|Ama/);

  const cut = '("$0" "$1" audit export identity; echo "ended with $?" >&2) | true';
  const words = ["-c", cut, process.execPath, join(import.meta.dirname, "main.ts")];
  expect(spawnSync("sh", words, { encoding: "utf8" }).stderr).toBe("ended with 141\n");

  const whole = await sanu("audit", "verify", "identity");
  const head = /^identity: whole, 5 entries, head (5:[0-9a-f]{64})\n$/.exec(whole)?.[1] ?? "";
  expect([head === "", process.exitCode]).toEqual([false, 0]);

  const emptying = database.query(CompiledQuery.raw("truncate audit_log"));
  await expect(emptying).rejects.toThrow("only grows");

  // Somebody who owns the database cuts the end off, and the head with it: only who kept the head sees it.
  for (const text of [
    "alter table audit_log disable trigger all",
    "alter table audit_head disable trigger all",
    "delete from audit_log where position = 5",
    "update audit_head set position = 4, hash = (select hash from audit_log where position = 4)",
  ]) {
    await database.query(CompiledQuery.raw(text));
  }
  expect(await sanu("audit", "verify", "identity")).toMatch(/^identity: whole, 4 entries/);
  expect(await sanu("audit", "verify", "identity", "--head", head)).toMatch(/BROKEN at 5,/);
  expect(process.exitCode).toBe(1);

  await database.query(CompiledQuery.raw("update audit_log set entry = '{}' where position = 2"));
  expect(await sanu("audit", "verify", "identity")).toMatch(/^identity: BROKEN at 2, 1 entries/);
  expect(process.exitCode).toBe(1);

  await database.query(CompiledQuery.raw("delete from audit_head"));
  expect(await sanu("audit", "verify", "identity")).toMatch(
    /^identity: HEAD MISSING, BROKEN at 2,/,
  );
  expect(process.exitCode).toBe(1);
});

import { newId } from "@sanu/kernel";
import { createTestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { type AuditedAct, audited, createAuditLog, shellAct } from "./audit-log.ts";
import { auditGuardMigration, auditLogMigration } from "./migration.ts";
import { readAuditHead, verifyAuditLog } from "./read-audit-log.ts";

const made = await createTestDatabase("audit_log", {
  "0001-initial": createSchema([]),
  "0002-create-audit-log": auditLogMigration,
  "0003-guard-audit-log": auditGuardMigration,
});
const database = openDatabase({ url: made.url, poolMax: 8, applicationName: "test" });
afterAll(async () => {
  await database.close();
  await made.drop();
});

const log = createAuditLog(database);
const act = (changes: Partial<AuditedAct> = {}): AuditedAct => ({
  operation: "identity.get-user",
  act: "look",
  via: "gateway",
  by: newId(),
  assertionId: newId(),
  credential: { sessionId: newId() },
  subjects: { accountId: newId() },
  bodyHash: null,
  correlationId: "request-1",
  ...changes,
});
const run = (text: string) => database.query(CompiledQuery.raw(text));
/** As somebody does who owns the database: the log's own triggers do not stop her. */
const tamper = async (text: string) => {
  const triggers = async (be: "enable" | "disable") => {
    for (const table of ["audit_log", "audit_head"])
      await run(`alter table ${table} ${be} trigger all`);
  };
  await triggers("disable");
  await run(text);
  await triggers("enable");
};

describe("the audit log of a service", () => {
  it("is one chain, whoever writes at the same moment", async () => {
    const begun = await Promise.all(Array.from({ length: 40 }, () => log.begin(act())));
    const positions = begun.map((one) => (one.kind === "begun" ? Number(one.position) : 0));

    expect(positions.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    expect(await verifyAuditLog(database)).toMatchObject({
      head: { position: 40n },
      brokenAt: undefined,
    });
  });

  it("takes an assertion once, also from two who bring it at the same moment", async () => {
    const assertionId = newId();
    const twice = await Promise.all([act({ assertionId }), act({ assertionId })].map(log.begin));
    expect(twice.map(({ kind }) => kind).toSorted()).toEqual(["begun", "used"]);
  });

  it("has what became of an act, and the ids of what was shown, but none that is made of an address", async () => {
    const [shown, ofAddress] = [newId(), "0191f3a0-0000-8000-8000-000000000001"];
    const begun = await log.begin(act());
    if (begun.kind !== "begun") throw new Error(begun.kind);
    await log.end(begun, "replied", { rows: [{ id: shown, name: "Awa" }, { id: ofAddress }] });
    const [last] = await database.query<{ entry: string }>(
      CompiledQuery.raw("select entry from audit_log order by position desc limit 1"),
    );
    expect(JSON.parse(last?.entry ?? "")).toEqual({
      kind: "ended",
      begun: `${begun.position}`,
      outcome: "replied",
      shown: [shown],
    });
  });

  it("has what failed at the shell", async () => {
    const failing = audited(
      log,
      shellAct("identity.erase-account", "money"),
      async () => {
        throw new Error("no");
      },
      () => "done",
    );
    await expect(failing).rejects.toThrow("no");
    const [last] = await database.query<{ outcome: string }>(
      CompiledQuery.raw(
        "select entry::json ->> 'outcome' as outcome from audit_log order by position desc limit 1",
      ),
    );
    expect(last).toEqual({ outcome: "failed" });
  });

  it("does not know of work at the shell whether it is done, where the database goes away within it", async () => {
    const doing = audited(
      log,
      shellAct("identity.create-admin", "money"),
      async () => {
        throw new Error("Connection terminated unexpectedly");
      },
      () => "made",
    );
    await expect(doing).rejects.toThrow("Connection terminated");
    const [last] = await database.query<{ outcome: string }>(
      CompiledQuery.raw(
        "select entry::json->>'outcome' as outcome from audit_log order by position desc limit 1",
      ),
    );
    expect(last).toEqual({ outcome: "unknown" });
  });

  it("never says of what was done at the shell that it failed, where the database goes away behind it", async () => {
    const one = openDatabase({ url: made.url, poolMax: 1, applicationName: "shell" });
    const ending = "select pg_terminate_backend(pid) from pg_stat_activity";
    const done = audited(
      createAuditLog(one),
      shellAct("identity.create-admin", "money"),
      async () => {
        await run(`${ending} where application_name = 'shell' and datname = current_database()`);
        return { was: "made" };
      },
      ({ was }) => was,
    );
    const answer = await done.then(
      ({ was }) => was,
      (error: unknown) => String(error),
    );
    await one.close();
    const entries = await database.query<{ entry: string }>(
      CompiledQuery.raw("select entry from audit_log order by position desc limit 1"),
    );
    expect(entries[0]?.entry).not.toContain("failed");
    expect(answer).toMatch(
      /^made$|It was carried out, and its end \(made\) is not in the audit log/,
    );
  });

  it.each([
    "update audit_log set entry = ''",
    "delete from audit_log",
    "truncate audit_log",
    "truncate audit_log, audit_head",
    "delete from audit_head",
    "truncate audit_head",
    "update audit_head set position = position - 1",
    "update audit_head set hash = ''",
  ])("refuses %s", async (text) => {
    await expect(run(text)).rejects.toThrow("the audit log only grows");
  });

  it("is found broken at the first position that was changed, taken out, or cut off", async () => {
    const { position = 0n } = (await readAuditHead(database)) ?? {};
    expect((await verifyAuditLog(database)).brokenAt).toBeUndefined();

    await tamper(`delete from audit_log where position = ${position}`);
    expect((await verifyAuditLog(database)).brokenAt).toBe(position);

    await tamper("update audit_log set entry = replace(entry, 'look', 'act') where position = 5");
    expect((await verifyAuditLog(database)).brokenAt).toBe(5n);

    await tamper("delete from audit_log where position = 3");
    expect((await verifyAuditLog(database)).brokenAt).toBe(3n);
    expect((await verifyAuditLog(database)).isHeadMissing).toBe(false);

    await tamper("delete from audit_head");
    expect(await verifyAuditLog(database)).toMatchObject({ isHeadMissing: true, brokenAt: 3n });
    await tamper("truncate audit_log");
    expect(await verifyAuditLog(database)).toMatchObject({ isHeadMissing: true, brokenAt: 1n });
    await expect(log.begin(act())).rejects.toThrow("no rows");
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId, plusMs, systemClock } from "@sanu/kernel";
import {
  createLogger,
  createSealing,
  type Database,
  openDatabase,
  readKeyShare,
  verifyAuditLog,
} from "@sanu/platform";
import { createTestDatabase } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it, vi } from "vitest";
import { addAdmin } from "./commands/admin.ts";
import { addSealed } from "./commands/sealed.ts";
import { sayingOf } from "./sayings.fixture.ts";
import { migrationsOf } from "./services.ts";

const made = {
  identity: await createTestDatabase("identity", migrationsOf.identity),
  transactions: await createTestDatabase("transactions", migrationsOf.transactions),
};
const opened = (url: string) => openDatabase({ url, poolMax: 1, applicationName: "test" });
const databases = {
  identity: opened(made.identity.url),
  transactions: opened(made.transactions.url),
};
process.env["IDENTITY_DATABASE_URL"] = made.identity.url;
process.env["TRANSACTIONS_DATABASE_URL"] = made.transactions.url;
process.env["SANU_ADMIN_PASSWORD"] = "password of ama";
const folder = mkdtempSync(join(tmpdir(), "sealed-"));
const logger = createLogger({ service: "test", level: "silent" });

afterAll(async () => {
  for (const database of Object.values(databases)) await database.close();
  for (const each of Object.values(made)) await each.drop();
  rmSync(folder, { recursive: true });
});

function sanu(...args: readonly string[]): Promise<string> {
  const program = new Command("sanu").exitOverride();
  addAdmin(program);
  addSealed(program);
  return sayingOf(() => program.parseAsync(args, { from: "user" }));
}

async function seal(
  service: "identity" | "transactions",
  publicKey: string,
  records: readonly { readonly kind: string; readonly name: string; readonly plain: string }[],
): Promise<void> {
  const sealing = createSealing(service, { publicKey, logger });
  const until = plusMs(systemClock.now(), 86_400_000);
  for (const { plain, ...record } of records) {
    const place = { accountId, ...record };
    await databases[service].query(await sealing.seal(place, Buffer.from(plain), until));
  }
}

const openings = (database: Database) =>
  database.query<{ key_holders: readonly string[]; reason: string; records: number }>(
    CompiledQuery.raw("select key_holders, reason, records from sealed_openings"),
  );

const lastActs = async (database: Database): Promise<readonly unknown[]> => {
  const text = "select entry from audit_log order by position desc limit 2";
  const rows = await database.query<{ entry: string }>(CompiledQuery.raw(text));
  return rows.map(({ entry }) => JSON.parse(entry) as unknown).toReversed();
};

const accountId = newId<"AccountId">();
const submissionId = newId();
const transactionId = newId();
const person = { person: { name: "Awa Diallo" }, documents: [{ number: "P-1" }] };
const transaction = { transactionId, number: "+2290197000001" };

/** Tries deploy/runbooks/sealed-records.md. */
it("is opened by two holders of the key and an admin at the shell, who say why", async () => {
  const keys = join(folder, "keys");
  const holders = ["Ama", "Kofi", "Awa"].flatMap((name) => ["--holder", name]);
  const said = await sanu("sealed", "make-keys", ...holders, "--out", keys);
  const publicKey = /^SEALING_PUBLIC_KEY=(.+)$/m.exec(said)?.[1] ?? "";
  const [ama = "", kofi = "", awa = ""] = [1, 2, 3].map((n) => join(keys, `key-share-${n}.json`));
  expect(said).not.toContain(readKeyShare(ama).share);
  const share = readFileSync(ama, "utf8");
  expect(await sanu("sealed", "make-keys", ...holders, "--out", keys)).toContain(
    "holds the shares of a key already: name another folder",
  );
  expect(readFileSync(ama, "utf8")).toBe(share);
  await sanu("admin", "create", "--email", "ama@example.org");
  const pieces = ["%PDF-1.7 page one,", " page two"].map((plain, piece) => {
    return { kind: "document", name: `${submissionId}/00/000${piece}`, plain };
  });
  const one = { kind: "person", name: "person", plain: JSON.stringify(person) };
  await seal("identity", publicKey, [...pieces, one]);
  const paid = { kind: "transaction", name: transactionId, plain: JSON.stringify(transaction) };
  await seal("transactions", publicKey, [paid]);

  const open = (out: string, ...shares: readonly string[]) => {
    const of = ["--account", accountId, "--by", "ama@example.org", "--reason", "order 7/2027"];
    const given = shares.flatMap((file) => ["--share", file]);
    return sanu("sealed", "open", ...of, ...given, "--out", join(folder, out));
  };
  expect(await open("alone", ama)).toContain("It takes two shares");
  expect(await open("alone", ama, ama)).toContain("The shares are of one person");
  const renamed = join(folder, "renamed.json");
  writeFileSync(renamed, JSON.stringify({ ...readKeyShare(kofi), holder: "Yao" }));
  expect(await open("alone", ama, renamed)).toContain("A share was changed");
  process.env["SANU_ADMIN_PASSWORD"] = "of a stranger";
  expect(await open("alone", ama, awa)).toContain("is no admin");
  for (const database of Object.values(databases)) expect(await openings(database)).toEqual([]);
  process.env["SANU_ADMIN_PASSWORD"] = "password of ama";

  const listed = await sanu("sealed", "list", "--account", accountId);
  expect(listed).toMatch(new RegExp(`^transactions transaction ${transactionId} until 20`, "m"));
  expect(listed).not.toContain("Awa Diallo");
  const shown = await open("opened", awa, kofi);
  expect(shown).not.toContain("Awa Diallo");
  expect(await open("opened", awa, kofi)).toContain("opened is there already: name a new folder");
  const read = (name: string) => readFileSync(join(folder, "opened", name), "utf8");
  expect(JSON.parse(read("person.json"))).toEqual(person);
  expect(read(`document-${submissionId}-00.pdf`)).toBe("%PDF-1.7 page one, page two");
  expect(JSON.parse(read("transactions.json"))).toEqual([transaction]);
  const opening = { key_holders: ["Awa", "Kofi"], reason: "order 7/2027" };
  expect(await openings(databases.identity)).toEqual([{ ...opening, records: 3 }]);
  expect(await openings(databases.transactions)).toEqual([{ ...opening, records: 1 }]);
  for (const [service, database] of Object.entries(databases)) {
    const look = { operation: `${service}.open-sealed`, act: "look", subjects: { accountId } };
    expect(await lastActs(database)).toMatchObject([look, { kind: "ended", outcome: "opened" }]);
    expect((await verifyAuditLog(database)).brokenAt).toBeUndefined();
  }
});

it("stays closed to the key of before or after, and says so however often it is tried", async () => {
  const keys = join(folder, "other");
  await sanu("sealed", "make-keys", "--holder", "Ama", "--holder", "Kofi", "--out", keys);
  const shares = [1, 2].flatMap((n) => ["--share", join(keys, `key-share-${n}.json`)]);
  const of = ["--account", accountId, "--by", "ama@example.org", "--reason", "none"];
  const out = ["--out", join(folder, "nothing")];
  for (const _twice of [1, 2]) {
    const said = await sanu("sealed", "open", ...of, ...shares, ...out);
    expect(said).toContain("is sealed for this key");
  }
  expect(await sanu("sealed", "list", "--account", newId())).toBe("none\n");
});

it("says what stays sealed for another key, where the key was changed between two services", async () => {
  const keys = join(folder, "newer");
  const made = await sanu(
    "sealed",
    "make-keys",
    "--holder",
    "Ama",
    "--holder",
    "Kofi",
    "--out",
    keys,
  );
  const publicKey = /^SEALING_PUBLIC_KEY=(.+)$/m.exec(made)?.[1] ?? "";
  const order = { kind: "transaction", name: newId(), plain: JSON.stringify(transaction) };
  await seal("transactions", publicKey, [order]);

  const shares = [1, 2].flatMap((n) => ["--share", join(keys, `key-share-${n}.json`)]);
  const of = ["--account", accountId, "--by", "ama@example.org", "--reason", "order 8/2027"];
  const said = await sanu("sealed", "open", ...of, ...shares, "--out", join(folder, "part"));
  expect(said).toContain("transactions.json");
  expect(said).toMatch(/^identity: 3 more stay sealed, for key \S+: open them with its shares$/m);
  expect(said).toMatch(/^transactions: 1 more stay sealed, for key /m);
});

it("leaves no folder behind where it is stopped before anything is written, and can be said again", async () => {
  const keys = join(folder, "stopping");
  const out = join(folder, "stopped");
  await sanu("sealed", "make-keys", "--holder", "Ama", "--holder", "Kofi", "--out", keys);
  const { publicKey } = readKeyShare(join(keys, "key-share-1.json"));
  const order = { kind: "transaction", name: newId(), plain: JSON.stringify(transaction) };
  await seal("transactions", publicKey, [order]);
  const shares = [1, 2].flatMap((n) => ["--share", join(keys, `key-share-${n}.json`)]);
  const of = ["--account", accountId, "--by", "ama@example.org", "--reason", "order 9/2027"];
  const open = () => sanu("sealed", "open", ...of, ...shares, "--out", out);
  const listening = process.listenerCount("SIGINT");

  const said = open();
  await vi.waitFor(() => expect(existsSync(out)).toBe(true), { interval: 1 });
  expect(process.listenerCount("SIGINT")).toBe(listening + 1);
  process.emit("SIGINT");
  expect(await said).toContain("It was stopped: nothing is left in");
  expect(existsSync(out)).toBe(false);
  expect(process.listenerCount("SIGINT")).toBe(listening);
  expect(await open()).toContain("transactions.json");
});

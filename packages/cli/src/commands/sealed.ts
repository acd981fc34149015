import { existsSync, mkdirSync, readdirSync } from "node:fs";
import type { AccountId } from "@sanu/kernel";
import {
  type AuditedAct,
  audited,
  combineKeyShares,
  createAuditLog,
  type Database,
  type KeyShare,
  makeKeyShares,
  openRecord,
  readKeyShare,
  readSealedRecords,
  readSealingKey,
  recordOpening,
  type SealedRecord,
  writeKeyShares,
} from "@sanu/platform";
import type { Command } from "commander";
import { onDatabase } from "../maintenance.ts";
import { readFolder } from "../paths.ts";
import { authenticate, readAddress, readId, readReason } from "../people.ts";
import { filesOf, inNewFolder, type OpenedRecord, writeOpened } from "../sealed-files.ts";

const sealingServices = ["identity", "transactions"] as const;
type SealingService = (typeof sealingServices)[number];

interface OpenOptions {
  readonly account: AccountId;
  readonly by: string;
  readonly share: readonly string[];
  readonly reason: string;
  readonly out: string;
}

/** `sanu sealed`: what the law obliges to keep of people who were erased; it takes two shares of the key to open it. */
export function addSealed(program: Command): void {
  const sealed = program
    .command("sealed")
    .description("what the law obliges to keep of people who were erased");
  sealed
    .command("make-keys")
    .description("make a key of which every holder gets a share; two shares together open")
    .requiredOption("--holder <name>", "once for each holder", addTo)
    .requiredOption("--out <folder>", "where the shares are written, a file each", readFolder)
    .action(({ holder, out }: { readonly holder: readonly string[]; readonly out: string }) =>
      makeKeys(holder, out),
    );
  sealed
    .command("list")
    .description("what is sealed of an account, until when and for which key; opens nothing")
    .requiredOption("--account <id>", "of the person who was erased", readId<AccountId>())
    .action(({ account }: { readonly account: AccountId }) => list(account));
  sealed
    .command("open")
    .description("open what is sealed of an account, and say who and why")
    .requiredOption("--account <id>", "of the person who was erased", readId<AccountId>())
    .requiredOption("--share <file>", "twice: of two holders of the key", addTo)
    .requiredOption("--by <address>", "of the admin who opens", readAddress)
    .requiredOption("--reason <text>", "for example the order of a court by its number", readReason)
    .requiredOption("--out <folder>", "a new one, where what is opened is written", readFolder)
    .action((options: OpenOptions) => open(options));
}

function addTo(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function makeKeys(holders: readonly string[], out: string): Promise<void> {
  if (existsSync(out) && readdirSync(out).some((name) => name.startsWith("key-share-"))) {
    throw new Error(`${out} holds the shares of a key already: name another folder`);
  }
  const { publicKey, shares } = await makeKeyShares(holders);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  const files = writeKeyShares(out, shares);
  for (const [index, file] of files.entries()) {
    process.stdout.write(`${file}: of ${holders[index]}\n`);
  }
  process.stdout.write(`SEALING_PUBLIC_KEY=${publicKey}\n`);
}

async function list(accountId: AccountId): Promise<void> {
  const found = await eachDatabase((database) => readSealedRecords(database, accountId));
  for (const [service, records] of found) {
    for (const { kind, name, keyId, keepUntil } of records) {
      process.stdout.write(`${service} ${kind} ${name} until ${keepUntil} for key ${keyId}\n`);
    }
  }
  if (found.every(([, records]) => records.length === 0)) process.stdout.write("none\n");
}

async function open(options: OpenOptions): Promise<void> {
  const { account: accountId, by, share, reason, out } = options;
  const [one, other, ...more] = share.map(readKeyShare);
  if (one === undefined || other === undefined || more.length > 0) {
    throw new Error("It takes two shares: --share FILE --share FILE");
  }
  const privateKey = await combineKeyShares(one, other);
  const openedBy = await authenticate(by);
  const keyHolders = [one.holder, other.holder];
  const { files, closed } = await inNewFolder(out, async (signal) => {
    const found = await eachDatabase(async (database, service) => {
      signal.throwIfAborted();
      const { own: records, others } = await readByKey(database, accountId, one);
      if (records.length === 0) return { opened: [], others };
      const opening = { accountId, openedBy, keyHolders, reason, records: records.length };
      const openingId = await recordOpening(database, opening);
      const act = lookOf(service, { accountId, openedBy, openingId });
      const work = () => openAll(service, privateKey, records);
      const opened = await audited(createAuditLog(database), act, work, () => "opened");
      return { opened, others };
    });
    const written = filesOf(found.flatMap(([, { opened }]) => opened));
    signal.throwIfAborted();
    if (written.size === 0) throw new Error(`Nothing of ${accountId} is sealed for this key`);
    return { files: writeOpened(out, written), closed: found.flatMap(closedLines) };
  });
  for (const file of files) process.stdout.write(`${file}\n`);
  for (const line of closed) process.stdout.write(line);
}

/** Who hands over what was opened shall know that it is not all. */
function closedLines([service, { others }]: readonly [
  SealingService,
  { readonly others: readonly SealedRecord[] },
]): readonly string[] {
  return [...Map.groupBy(others, ({ keyId }) => keyId)].map(
    ([keyId, { length }]) =>
      `${service}: ${length} more stay sealed, for key ${keyId}: open them with its shares\n`,
  );
}

function lookOf(
  service: SealingService,
  { openedBy, ...subjects }: Readonly<Record<"accountId" | "openedBy" | "openingId", string>>,
): AuditedAct {
  return {
    operation: `${service}.open-sealed`,
    act: "look",
    via: "shell",
    by: openedBy,
    assertionId: null,
    credential: null,
    subjects,
    bodyHash: null,
    correlationId: subjects.openingId,
  };
}

/** Those that the key opens, and the others; after a change of the key one person's may be under two. */
async function readByKey(
  database: Database,
  accountId: AccountId,
  { publicKey }: KeyShare,
): Promise<{ readonly own: readonly SealedRecord[]; readonly others: readonly SealedRecord[] }> {
  const { keyId } = readSealingKey(publicKey);
  const records = await readSealedRecords(database, accountId);
  return {
    own: records.filter((record) => record.keyId === keyId),
    others: records.filter((record) => record.keyId !== keyId),
  };
}

async function openAll(
  service: SealingService,
  privateKey: Uint8Array,
  records: readonly SealedRecord[],
): Promise<readonly OpenedRecord[]> {
  const opened: OpenedRecord[] = [];
  for (const record of records) {
    const { kind, name } = record;
    opened.push({ kind, name, plain: await openRecord(service, privateKey, record) });
  }
  return opened;
}

async function eachDatabase<Result>(
  run: (database: Database, service: SealingService) => Promise<Result>,
): Promise<readonly (readonly [SealingService, Result])[]> {
  const results: (readonly [SealingService, Result])[] = [];
  for (const service of sealingServices) {
    const result = await onDatabase(service, { name: "sanu-sealed" }, (database) =>
      run(database, service),
    );
    results.push([service, result]);
  }
  return results;
}

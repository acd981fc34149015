import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { createLogger } from "../logger/create-logger.ts";
import {
  combineKeyShares,
  KeyShare,
  KeyShareError,
  makeKeyShares,
  readKeyShare,
  writeKeyShares,
} from "./key-shares.ts";
import { openSealed, readSealingKey, sealFor, UnopenableRecordError } from "./sealed-box.ts";
import { createSealing } from "./sealing.ts";

const { publicKey, shares } = await makeKeyShares(["Ama", "Kofi", "Awa"]);
const [ama, kofi, awa] = shares as [KeyShare, KeyShare, KeyShare];
const key = readSealingKey(publicKey);
const plain = Buffer.from("Awa Diallo, +2290197000001");
const sealed = await sealFor(key, "identity|1", plain);

describe("what is sealed", () => {
  it.each([
    ["Ama and Kofi", ama, kofi],
    ["Kofi and Ama", kofi, ama],
    ["Awa and Kofi", awa, kofi],
  ])("is opened by any two of the holders: %s", async (_who, one, other) => {
    const privateKey = await combineKeyShares(one, other);
    expect(await openSealed(privateKey, "identity|1", sealed)).toEqual(plain);
  });

  it("says nothing by itself, and never the same twice", async () => {
    expect(sealed.includes(plain)).toBe(false);
    expect(sealed.includes(plain.subarray(0, 8))).toBe(false);
    expect(await sealFor(key, "identity|1", plain)).not.toEqual(sealed);
  });

  it("is opened by no share alone, and not by the public key", async () => {
    const alone = [ama.share, kofi.share, publicKey].map((text) => Buffer.from(text, "base64url"));
    for (const bytes of alone) {
      const opened = openSealed(bytes.subarray(0, 32), "identity|1", sealed);
      await expect(opened).rejects.toThrow(UnopenableRecordError);
    }
  });

  it("does not open in another place, changed, or for another key", async () => {
    const privateKey = await combineKeyShares(ama, kofi);
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    const other = await makeKeyShares(["Ama", "Kofi"]);
    const [one, two] = other.shares as [KeyShare, KeyShare];
    const otherKey = await combineKeyShares(one, two);
    for (const [by, place, bytes] of [
      [privateKey, "identity|2", sealed],
      [privateKey, "identity|1", changed],
      [privateKey, "identity|1", Buffer.from("short")],
      [otherKey, "identity|1", sealed],
    ] as const) {
      await expect(openSealed(by, place, bytes)).rejects.toThrow(UnopenableRecordError);
    }
  });
});

describe("two shares", () => {
  it("are of two people: the same one twice is one, under whatever name", async () => {
    await expect(combineKeyShares(ama, ama)).rejects.toThrow(KeyShareError);
    await expect(combineKeyShares(ama, { ...ama, holder: "Kofi" })).rejects.toThrow(KeyShareError);
    await expect(combineKeyShares(ama, { ...kofi, holder: "Ama" })).rejects.toThrow(KeyShareError);
  });

  it("are of the holders for whom they were made, and of nobody whose name was written in", async () => {
    await combineKeyShares(ama, kofi);
    for (const changed of [
      { ...kofi, holder: "Awa" },
      { ...kofi, holder: "Yao" },
      { ...kofi, holder: "Awa", binding: awa.binding },
      { ...kofi, binding: ama.binding },
      KeyShare.parse({ ...kofi, binding: undefined }),
    ]) {
      await expect(combineKeyShares(ama, changed)).rejects.toThrow("of these holders");
      await expect(combineKeyShares(changed, ama)).rejects.toThrow(KeyShareError);
    }
  });

  it("are of one key, and as they were made", async () => {
    const [other] = (await makeKeyShares(["Ama", "Kofi"])).shares as [KeyShare, KeyShare];
    await expect(combineKeyShares(kofi, other)).rejects.toThrow(KeyShareError);
    await expect(combineKeyShares(kofi, { ...other, publicKey })).rejects.toThrow(KeyShareError);
    await expect(combineKeyShares(kofi, { ...awa, share: awa.share.slice(2) })).rejects.toThrow(
      KeyShareError,
    );
  });

  it("are made for two people at least, each of whom has a name of her own", async () => {
    await expect(makeKeyShares(["Ama"])).rejects.toThrow(KeyShareError);
    await expect(makeKeyShares(["Ama", "Ama"])).rejects.toThrow(KeyShareError);
  });

  it("stand in a file each that nobody else reads, and that is never written over", () => {
    const folder = mkdtempSync(join(tmpdir(), "shares-"));
    try {
      const files = writeKeyShares(folder, shares);
      expect(files.map(readKeyShare)).toEqual(shares);
      expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
      expect(() => writeKeyShares(folder, shares)).toThrow(/EEXIST/);
      expect(() => readKeyShare(folder)).toThrow(KeyShareError);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("is not said to be no share where its file is not there or not to be read: its holder would think it lost", () => {
    const folder = mkdtempSync(join(tmpdir(), "shares-"));
    try {
      const missing = join(folder, "key-share-1.json");
      expect(() => readKeyShare(missing)).toThrow(`${missing} cannot be read (ENOENT)`);
      expect(() => readKeyShare(folder)).toThrow(`${folder} cannot be read (EISDIR)`);
      writeFileSync(missing, '{"holder":"Ama"}');
      expect(() => readKeyShare(missing)).toThrow(`${missing} holds no share of a key`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a key to seal for", () => {
  it("is 32 bytes and has an id of its own", async () => {
    const other = readSealingKey((await makeKeyShares(["Ama", "Kofi"])).publicKey);
    expect(key.keyId).toMatch(/^[\w-]{8}$/);
    expect(other.keyId).not.toBe(key.keyId);
    for (const text of ["", "short", `${publicKey}AAAA`, `${publicKey}=`]) {
      expect(() => readSealingKey(text)).toThrow(TypeError);
    }
    expect(() => readSealingKey("A".repeat(43))).toThrow(/derivation/);
  });

  it("is made where none is set, and the log says that nobody has the other half", async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ service: "test", level: "warn", destination });
    const sealing = createSealing("identity", { publicKey: undefined, logger });
    const record = { accountId: newId<"AccountId">(), kind: "person", name: "person" };
    const until = "2036-11-23T00:00:00.000000Z" as Parameters<typeof sealing.seal>[2];
    for (const _twice of [1, 2]) await sealing.seal(record, plain, until);
    expect(lines.filter((line) => line.includes("nobody can open"))).toHaveLength(1);
  });
});

import { randomBytes } from "node:crypto";
import { type Database, secret } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { createDocumentKeys, type DocumentKeys, readDocumentKeys } from "./document-keys.ts";
import { documentTypeOf } from "./document-type.ts";
import { open, placeOfNumber, placeOfPiece, seal, UnopenableError } from "./sealed.ts";

const newKey = () => randomBytes(32).toString("base64url");
const nowhere = {} as Database;

async function keysOf(...texts: readonly string[]): Promise<DocumentKeys> {
  const keys = createDocumentKeys({ database: nowhere, given: secret(texts.join(", ")) });
  await keys.load();
  return keys;
}

describe("a sealed document", () => {
  const submission = "0191f3a0-0000-7000-8000-000000000001";
  const place = placeOfPiece(submission, 0, 0);
  const plain = Buffer.from("%PDF-1.7 canary document");

  it("opens in its place and shows nothing of what is in it", async () => {
    const keys = await keysOf(newKey());
    const sealed = seal(keys, place, plain);

    expect(open(keys, place, sealed)).toEqual(plain);
    expect(sealed.includes("canary")).toBe(false);
    expect(seal(keys, place, plain).equals(sealed)).toBe(false);
  });

  it.each([
    ["another piece", placeOfPiece(submission, 0, 1)],
    ["another document", placeOfPiece(submission, 1, 0)],
    ["another submission", placeOfPiece("0191f3a0-0000-7000-8000-000000000002", 0, 0)],
    ["a number", placeOfNumber(submission)],
  ])("does not open in the place of %s", async (_what, elsewhere) => {
    const keys = await keysOf(newKey());

    expect(() => open(keys, elsewhere, seal(keys, place, plain))).toThrow(UnopenableError);
  });

  it("does not open when any byte of it is another one", async () => {
    const keys = await keysOf(newKey());
    const sealed = seal(keys, place, plain);

    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => open(keys, place, changed)).toThrow(UnopenableError);
    }
    for (const length of [0, 8, 20, sealed.length - 1]) {
      expect(() => open(keys, place, sealed.subarray(0, length))).toThrow(UnopenableError);
    }
  });

  it("opens under an old key as long as that is there, and is sealed under the new one", async () => {
    const [old, next] = [newKey(), newKey()];
    const sealed = seal(await keysOf(old), place, plain);

    const rotated = await keysOf(next, old);
    expect(open(rotated, place, sealed)).toEqual(plain);
    expect(() => open(rotated, placeOfNumber(submission), sealed)).toThrow(UnopenableError);
    expect(open(await keysOf(next), place, seal(rotated, place, plain))).toEqual(plain);
    expect(() =>
      seal(createDocumentKeys({ database: nowhere, given: undefined }), "", plain),
    ).toThrow("not loaded");
    const without = await keysOf(next);
    expect(() => open(without, place, sealed)).toThrow(/There is no key/);
  });

  it.each(["", "short", `${newKey()},`, `${newKey()}==,x`, `${newKey()}A`, "é".repeat(43)])(
    "has no key that is not one, and does not quote it: %j",
    (text) => {
      expect(() => readDocumentKeys(text)).toThrow("is not 32 bytes in base64url");
    },
  );
});

describe("what a document is", () => {
  it.each([
    [[0xff, 0xd8, 0xff, 0xe0, 0x00], "image/jpeg"],
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00], "image/png"],
    [[...Buffer.from("%PDF-1.4\n")], "application/pdf"],
    [[...Buffer.from("GIF89a")], undefined],
    [[...Buffer.from("<svg onload=alert(1)>")], undefined],
    [[...Buffer.from("MZ")], undefined],
    [[...Buffer.from(" %PDF-1.4")], undefined],
    [[0xff, 0xd8], undefined],
    [[], undefined],
  ])("is told by its first bytes: %j", (bytes, type) => {
    expect(documentTypeOf(Uint8Array.from(bytes))).toBe(type);
  });
});

import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { uploadLimits } from "../limits.ts";
import { discardRest } from "./discard-rest.ts";
import { piecesOf } from "./pieces-of.ts";
import { type Part, readParts, UnreadableFormError } from "./read-parts.ts";

const boundary = "----sanu";
const type = `multipart/form-data; boundary=${boundary}`;

function fieldPart(name: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}
function filePart(name: string, content: string): string {
  const head = `Content-Disposition: form-data; name="${name}"; filename="x.pdf"`;
  return `--${boundary}\r\n${head}\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n`;
}
const last = `--${boundary}--\r\n`;

/** A request whose body arrives in chunks of a length. */
function requestOf(body: Buffer | string, chunkBytes = 1_000, contentType = type): IncomingMessage {
  const bytes = Buffer.from(body);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_each, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const source = Readable.from(chunks, { objectMode: false });
  return Object.assign(source, { headers: { "content-type": contentType } }) as never;
}

async function readAll(source: IncomingMessage): Promise<readonly (readonly string[])[]> {
  const seen: (readonly string[])[] = [];
  for await (const part of readParts(source)) seen.push([part.kind, part.name, await textOf(part)]);
  return seen;
}

async function textOf(part: Part): Promise<string> {
  if (part.kind === "field") return part.value;
  const chunks: Buffer[] = [];
  for await (const chunk of part.bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString("latin1");
}

const problemOf = (source: IncomingMessage) =>
  readAll(source).then(
    () => "none",
    (error: unknown) => (error instanceof UnreadableFormError ? error.problem : String(error)),
  );

describe("a form", () => {
  it.each([1, 7, 100, 1_000_000])("is read part by part, in chunks of %i bytes", async (chunk) => {
    const large = "%PDF".padEnd(200_000, "é\r\n--");
    const body = Buffer.from(
      [
        fieldPart("document_kind", "PASSPORT"),
        filePart("documents", large),
        filePart("documents", ""),
        fieldPart("document_number", "é1"),
        last,
      ].join(""),
    );

    expect(await readAll(requestOf(body, chunk === 1 ? 11 : chunk))).toEqual([
      ["field", "document_kind", "PASSPORT"],
      ["file", "documents", Buffer.from(large).toString("latin1")],
      ["file", "documents", ""],
      ["field", "document_number", "é1"],
    ]);
  });

  it.each([
    ["no boundary", "x", "multipart/form-data"],
    ["no end", fieldPart("a", "b") + filePart("documents", "%PDF"), type],
    ["a file that is cut off", filePart("documents", "%PDF").slice(0, -6), type],
    ["a long file that is cut off", filePart("documents", "a".repeat(200_000)).slice(0, -9), type],
    ["nothing in it", "", type],
    ["another boundary", fieldPart("a", "b").replaceAll(boundary, "other"), type],
  ])("that has %s is bad", async (_what, body, contentType) => {
    expect(await problemOf(requestOf(body, 16, contentType))).toBe("bad-request");
  });

  it.each([
    ["files", filePart("documents", "%PDF").repeat(uploadLimits.documentsMax + 1) + last],
    ["fields", fieldPart("a", "b").repeat(uploadLimits.fieldsMax + 1) + last],
    ["bytes", filePart("documents", "a".repeat(uploadLimits.bodyBytesMax)) + last],
    ["bytes before its first part", "a".repeat(uploadLimits.bodyBytesMax + 1)],
  ])("with too many %s is too large", async (_what, body) => {
    expect(await problemOf(requestOf(body, 65_536))).toBe("body-too-large");
  });

  it("whose sender goes away is told to who reads it", async () => {
    const source = requestOf(filePart("documents", "a".repeat(100_000)), 1_000);
    const reading = problemOf(source);
    source.destroy();

    expect(await reading).toBe("bad-request");
  });

  it("does not run ahead of who reads it", async () => {
    let sent = 0;
    const chunks = (function* () {
      yield Buffer.from(filePart("documents", "").slice(0, -2));
      for (; sent < 4_000_000; sent += 16_384) yield Buffer.alloc(16_384, 97);
    })();
    const source = Object.assign(Readable.from(chunks, { objectMode: false }), {
      headers: { "content-type": type },
    }) as never;
    const parts = readParts(source);
    const first = await parts.next();
    await new Promise((resolve) => setImmediate(resolve));

    expect(first.value).toMatchObject({ kind: "file" });
    expect(sent).toBeLessThan(400_000);
  });
});

describe("pieces", () => {
  it("are of one length but the last, and together what was cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(50), { maxLength: 20 }),
        fc.integer({ min: 1, max: 60 }),
        async (lengths, pieceBytes) => {
          const chunks = lengths.map((length) => randomBytes(length));
          const pieces: Buffer[] = [];
          for await (const piece of piecesOf(asyncOf(chunks), pieceBytes)) pieces.push(piece);

          expect(Buffer.concat(pieces)).toEqual(Buffer.concat(chunks));
          expect(pieces.slice(0, -1).every(({ length }) => length === pieceBytes)).toBe(true);
          expect(pieces.every(({ length }) => length > 0 && length <= pieceBytes)).toBe(true);
        },
      ),
    );
  });
});

async function* asyncOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

describe("what nobody reads any more", () => {
  it("is thrown away until its end, and only so much of it", async () => {
    const small = requestOf("a".repeat(100_000));
    expect(await discardRest(small, uploadLimits)).toBe(true);
    expect(await discardRest(small, uploadLimits)).toBe(true);

    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_048_576);
      })(),
      { objectMode: false },
    );
    expect(await discardRest(endless as never, uploadLimits)).toBe(false);
    endless.destroy();
  });
});

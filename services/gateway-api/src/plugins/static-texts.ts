import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding, type Encoding } from "./accepted-encoding.ts";

/** Something that is the same for everybody, compressed once. What is made for somebody is never compressed (BREACH). */
export interface StaticText {
  readonly contentType: string;
  readonly tag: string;
  readonly forms: Readonly<Record<Encoding | "identity", Buffer>>;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const compression = {
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } },
  gzip: { level: 9 },
} as const;
const tagLetters = 22;

export async function prepareText(contentType: string, text: string | Buffer): Promise<StaticText> {
  const identity = Buffer.from(text);
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, compression.brotli),
    compressGzip(identity, compression.gzip),
  ]);
  const tag = createHash("sha256").update(identity).digest("base64url").slice(0, tagLetters);
  return { contentType, tag, forms: { identity, br, gzip: zipped } };
}

/** Chooses the form that the client takes and says so in the headers; nothing where it has that form already, with status 304. */
export function chooseForm(
  text: StaticText,
  request: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
): Buffer | undefined {
  const accepted = acceptedEncoding(request.headers["accept-encoding"]);
  const form = accepted ?? "identity";
  const etag = `"${text.tag}-${form}"`;
  const vary = [reply.getHeader("vary"), "accept-encoding"].filter(Boolean).join(", ");
  reply.headers({ etag, vary, "cache-control": "public, max-age=300" });
  if (isKnown(request.headers["if-none-match"], etag)) {
    reply.code(304);
    return undefined;
  }
  reply.header("content-type", text.contentType);
  if (accepted !== undefined) reply.header("content-encoding", accepted);
  return text.forms[form];
}

export function sendText(
  text: StaticText,
  request: Pick<FastifyRequest, "headers">,
  reply: FastifyReply,
): FastifyReply {
  return reply.send(chooseForm(text, request, reply));
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return known.includes(etag) || header === "*";
}

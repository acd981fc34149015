import type { Brand } from "./brand.ts";

export type AccountId = Brand<string, "AccountId">;
export type TransactionId = Brand<string, "TransactionId">;
export type PaymentId = Brand<string, "PaymentId">;
export type PayoutId = Brand<string, "PayoutId">;
export type RefundId = Brand<string, "RefundId">;
export type QuoteId = Brand<string, "QuoteId">;
export type CaseId = Brand<string, "CaseId">;
export type StandingOrderId = Brand<string, "StandingOrderId">;
export type EventId = Brand<string, "EventId">;
export type CommandId = Brand<string, "CommandId">;

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Tells whether a text is a UUID in its canonical lower-case form (RFC 9562). */
export function isUuid(text: string): boolean {
  return uuidShape.test(text);
}

/** The first 128 bits of a digest as a UUID (RFC 9562): the same digest is the same id, after any crash. */
export function uuidOfDigest(digest: Uint8Array, version: 4 | 8): string {
  const hex = Array.from(digest.subarray(0, 16), (byte, place) => {
    if (place === 6) return (byte & 0x0f) | (version << 4);
    return place === 8 ? (byte & 0x3f) | 0x80 : byte;
  })
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20)].join("-");
}

const poolBytes = 4_096;
const pool = new Uint8Array(poolBytes);
let poolUsed = poolBytes;

/** Random bytes, each used once. Asked for a few at a time, the generator takes longer than everything around it. */
function randomBytes(count: number): Uint8Array {
  if (poolUsed + count > poolBytes) {
    crypto.getRandomValues(pool);
    poolUsed = 0;
  }
  poolUsed += count;
  return pool.subarray(poolUsed - count, poolUsed);
}

let lastMs = 0;
let sequence = 0;

/**
 * A new UUID version 7 (RFC 9562, 5.7): 48 bits of milliseconds, a 12-bit counter that keeps the ids
 * of one process in order within a millisecond (method 1 of 6.2), and 62 random bits.
 */
export function newId<Name extends string>(): Brand<string, Name> {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  return uuidV7(lastMs, sequence, randomBytes(8)) as Brand<string, Name>;
}

const hexOfByte = Array.from({ length: 256 }, (_none, byte) => byte.toString(16).padStart(2, "0"));

function uuidV7(epochMs: number, counter: number, random: Uint8Array): string {
  const time = epochMs.toString(16).padStart(12, "0");
  let tail = "";
  for (const byte of random) tail += hexOfByte[byte];
  const variant = (0x8 | (Number.parseInt(tail.charAt(0), 16) & 0x3)).toString(16);
  const count = counter.toString(16).padStart(3, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
}

const referenceLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A reference people can read out: the prefix, then 16 letters of Crockford's alphabet (80 random bits). */
export function newReference(prefix: "TXN_" | "PAY_" | "PAYOUT_"): string {
  const bytes = randomBytes(16);
  let reference: string = prefix;
  for (const byte of bytes) reference += referenceLetters.charAt(byte & 31);
  return reference;
}

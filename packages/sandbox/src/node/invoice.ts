import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { signRecoverable } from "tiny-secp256k1";
import { sandboxLimits } from "../limits.ts";

export const INVOICE_EXPIRY_SECONDS = 3_600;

/** The node's key; worth nothing outside the sandbox. */
const nodeKey = sha256(utf8ToBytes("sanu sandbox node"));
const MSAT_PER_SAT = 1_000n;
const MSAT_PER_NANO_BTC = 100n;
const PICO_BTC_PER_MSAT = 10n;
/** Bits 8 (variable onion) and 14 (payment secret), both required. */
const featureWords = [16, 8, 0];

const letter = { p: 1, "9": 5, x: 6, d: 13, s: 16, h: 23, c: 24 } as const;

export interface IssuedInvoice {
  readonly text: string;
  readonly paymentHash: string;
  readonly preimage: string;
}

/** Makes a real, signed BOLT 11 invoice of the regtest network, as a receiver's server would. */
export function issueInvoice(amountSats: bigint, createdSeconds: number): IssuedInvoice {
  const preimage = randomBytes(32);
  const paymentHash = sha256(preimage);
  const text = signInvoice({
    paymentHash,
    amountMsat: amountSats * MSAT_PER_SAT,
    createdSeconds,
    description: "Sanu sandbox",
    expirySeconds: INVOICE_EXPIRY_SECONDS,
  });
  return { text, paymentHash: bytesToHex(paymentHash), preimage: bytesToHex(preimage) };
}

export interface InvoiceTerms {
  readonly paymentHash: Uint8Array;
  /** Null where the payer chooses. */
  readonly amountMsat: bigint | null;
  /** In words, or by its SHA-256. */
  readonly description: string | Uint8Array;
  readonly createdSeconds: number;
  readonly expirySeconds: number;
  readonly currency?: "bcrt" | "bc";
}

/** Writes and signs an invoice for a hash whose preimage the node need not know. */
export function signInvoice(terms: InvoiceTerms): string {
  const { description, currency = "bcrt" } = terms;
  const prefix = `ln${currency}${amountText(terms.amountMsat)}`;
  const data = [
    ...wordsOfNumber(terms.createdSeconds, 7),
    ...field(letter.s, bech32.toWords(randomBytes(32))),
    ...field(letter.p, bech32.toWords(terms.paymentHash)),
    ...(typeof description === "string"
      ? field(letter.d, bech32.toWords(utf8ToBytes(description)))
      : field(letter.h, bech32.toWords(description))),
    ...field(letter.x, wordsOfNumber(terms.expirySeconds, 4)),
    ...field(letter.c, wordsOfNumber(sandboxLimits.holdBlocks, 2)),
    ...field(letter["9"], featureWords),
  ];
  const message = concatBytes(utf8ToBytes(prefix), bytesOfWords(data));
  const { signature, recoveryId } = signRecoverable(sha256(message), nodeKey);
  const signed = bech32.toWords(Uint8Array.from([...signature, recoveryId]));
  return bech32.encode(prefix, [...data, ...signed], false);
}

function amountText(amountMsat: bigint | null): string {
  if (amountMsat === null) return "";
  return amountMsat % MSAT_PER_NANO_BTC === 0n
    ? `${amountMsat / MSAT_PER_NANO_BTC}n`
    : `${amountMsat * PICO_BTC_PER_MSAT}p`;
}

/** The payment hash of anybody's invoice, or null where it has none. */
export function paymentHashOf(invoice: string): string | null {
  const words = bech32.decodeUnsafe(invoice, false)?.words ?? [];
  for (let at = 7; at + 3 <= words.length - 104; ) {
    const [type = 0, high = 0, low = 0] = words.slice(at, at + 3);
    const data = words.slice(at + 3, at + 3 + high * 32 + low);
    if (type === letter.p && data.length === 52) return bytesToHex(bytesOfWords(data).slice(0, 32));
    at += 3 + data.length;
  }
  return null;
}

function field(type: number, data: readonly number[]): readonly number[] {
  return [type, data.length >> 5, data.length & 31, ...data];
}

function wordsOfNumber(value: number, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => Math.floor(value / 32 ** (length - 1 - index)) % 32);
}

/** Words as bytes, filled up with zero bits. */
function bytesOfWords(words: readonly number[]): Uint8Array {
  const bits = words.map((word) => word.toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

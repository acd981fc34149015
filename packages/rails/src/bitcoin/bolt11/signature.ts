import { createRequire } from "node:module";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bytesOfWords, paddedBytesOfWords, type Words } from "./words.ts";

/** 64 bytes of signature and one of recovery id, in five-bit words. */
export const SIGNATURE_WORDS = 104;

type Curve = typeof import("tiny-secp256k1");

const load = createRequire(import.meta.url);
let curve: Curve | undefined;

/** Loaded with the first invoice: its WebAssembly takes megabytes of a process, and many never read one. */
function secp256k1(): Curve {
  curve ??= load("tiny-secp256k1") as Curve;
  return curve;
}

const recoveryIds = [0, 1, 2, 3] as const;

interface SignedInvoice {
  readonly prefix: string;
  readonly data: Words;
  readonly signature: Words;
  /** The key the invoice names itself, 33 bytes; null when it has to be recovered. */
  readonly payee: Uint8Array | null;
}

/** Who is paid: the named key with low S only, else the recovered one, where high S is allowed too (BOLT 11). Null: invalid. */
export function readPayee({ prefix, data, signature, payee }: SignedInvoice): Uint8Array | null {
  const hash = sha256(concatBytes(utf8ToBytes(prefix), paddedBytesOfWords(data)));
  const bytes = bytesOfWords(signature);
  const compact = bytes.slice(0, 64);
  try {
    if (payee !== null) return isSignedBy(payee, hash, compact) ? payee : null;
    const recoveryId = recoveryIds.find((id) => id === bytes[64]);
    return recoveryId === undefined ? null : secp256k1().recover(hash, compact, recoveryId, true);
  } catch (error) {
    // So it refuses a signature that is none; anything else is a fault of ours.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Whether a node can have this key: 33 bytes that are a point of the curve. */
export function isNodeKey(key: Uint8Array): boolean {
  return secp256k1().isPointCompressed(key);
}

/** A key that is no point is asked about first: `verify` throws for it from within, and what its stack held there is lost. */
function isSignedBy(payee: Uint8Array, hash: Uint8Array, compact: Uint8Array): boolean {
  return isNodeKey(payee) && secp256k1().verify(hash, payee, compact, true);
}

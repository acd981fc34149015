import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToNumberBE } from "@noble/curves/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bytesOfWords, paddedBytesOfWords, type Words } from "./words.ts";

/** 64 bytes of signature and one of recovery id, in five-bit words. */
export const SIGNATURE_WORDS = 104;

interface SignedInvoice {
  readonly prefix: string;
  readonly data: Words;
  readonly signature: Words;
  /** The key the invoice names itself, 33 bytes; null when the signature alone tells it. */
  readonly payee: Uint8Array | null;
}

/**
 * Tells whether the signature over prefix and data is valid: for the named payee with low S only, else where
 * a key can be recovered from it, with high S too (BOLT 11).
 */
export function hasValidSignature({ prefix, data, signature, payee }: SignedInvoice): boolean {
  const message = concatBytes(utf8ToBytes(prefix), paddedBytesOfWords(data));
  const bytes = bytesOfWords(signature);
  const compact = bytes.slice(0, 64);
  const recoveryId = bytes[64] ?? 255;
  try {
    if (payee !== null) return secp256k1.verify(compact, message, payee);
    return isRecoverable(Uint8Array.from([recoveryId, ...compact]), message);
  } catch {
    return false;
  }
}

/**
 * Whether `recoverPublicKey` finds a key (SEC 1, 4.1.6). We have no use for the key, and it takes four times as long:
 * Q = r⁻¹(sR − eG) is a key where R is a point of the curve, unless sR = eG. Throws for numbers out of range and an R
 * beside the curve.
 */
export function isRecoverable(recovered: Uint8Array, message: Uint8Array): boolean {
  const { Point, Signature } = secp256k1;
  const { Fn, Fp } = Point;
  const { r, s, recovery = 0 } = Signature.fromBytes(recovered, "recovered");
  const x = recovery < 2 ? r : r + Fn.ORDER;
  if (!Fp.isValid(x)) return false;
  const R = Point.fromBytes(concatBytes(Uint8Array.of(2 + (recovery % 2)), Fp.toBytes(x)));
  const e = Fn.create(bytesToNumberBE(sha256(message)));
  return !R.equals(Point.BASE.multiplyUnsafe(Fn.mul(e, Fn.inv(s))));
}

import { secp256k1 } from "@noble/curves/secp256k1.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { bytesOfWords, paddedBytesOfWords, type Words } from "./words.ts";

/** 64 bytes of signature and one of recovery id, in five-bit words. */
export const SIGNATURE_WORDS = 104;

interface SignedInvoice {
  readonly prefix: string;
  readonly data: Words;
  readonly signature: Words;
  /** The key the invoice names itself, 33 bytes; null when it has to be recovered. */
  readonly payee: Uint8Array | null;
}

/** For the named payee with low S only, else by recovering a key, where high S is allowed too (BOLT 11). */
export function hasValidSignature({ prefix, data, signature, payee }: SignedInvoice): boolean {
  const message = concatBytes(utf8ToBytes(prefix), paddedBytesOfWords(data));
  const bytes = bytesOfWords(signature);
  const compact = bytes.slice(0, 64);
  const recoveryId = bytes[64] ?? 255;
  try {
    if (payee !== null) return secp256k1.verify(compact, message, payee);
    const recovered = Uint8Array.from([recoveryId, ...compact]);
    return secp256k1.recoverPublicKey(recovered, message).length === 33;
  } catch {
    return false;
  }
}

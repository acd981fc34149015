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

/** Who is paid: the named key with low S only, else the recovered one, where high S is allowed too (BOLT 11). Null: invalid. */
export function readPayee({ prefix, data, signature, payee }: SignedInvoice): Uint8Array | null {
  const message = concatBytes(utf8ToBytes(prefix), paddedBytesOfWords(data));
  const bytes = bytesOfWords(signature);
  const compact = bytes.slice(0, 64);
  const recoveryId = bytes[64] ?? 255;
  try {
    if (payee !== null) return secp256k1.verify(compact, message, payee) ? payee : null;
    const recovered = secp256k1.recoverPublicKey(
      Uint8Array.from([recoveryId, ...compact]),
      message,
    );
    return recovered.length === 33 ? recovered : null;
  } catch {
    return null;
  }
}

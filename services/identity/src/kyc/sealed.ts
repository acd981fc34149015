import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { DocumentKeys } from "./document-keys.ts";

const algorithm = "aes-256-gcm";
/** Everything sealed begins with the id of its key. */
export const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;

/** Something sealed cannot be opened: its key is not among ours, or it was changed or moved. */
export class UnopenableError extends Error {
  override readonly name = "UnopenableError";
}

/**
 * Encrypts with AES-256-GCM under a fresh random nonce (NIST SP 800-38D 8.2.2; far fewer than 2³² under one key).
 * `place` says where the bytes belong: in any other place they cannot be opened. The form is key id, nonce, tag,
 * ciphertext.
 */
export function seal(keys: DocumentKeys, place: string, plain: Uint8Array): Buffer {
  const { keyId, key } = keys.sealing();
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(`${keyId}|${place}`));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from(keyId, "latin1"), nonce, cipher.getAuthTag(), ciphertext]);
}

export function open(keys: DocumentKeys, place: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const keyId = bytes.subarray(0, keyIdBytes).toString("latin1");
  const found = keys.find(keyId);
  if (found === undefined) throw new UnopenableError(`There is no key ${keyId} for documents`);
  const nonceEnd = keyIdBytes + nonceBytes;
  const tagEnd = nonceEnd + tagBytes;
  const nonce = bytes.subarray(keyIdBytes, nonceEnd);
  try {
    const decipher = createDecipheriv(algorithm, found.key, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(`${keyId}|${place}`));
    decipher.setAuthTag(bytes.subarray(nonceEnd, tagEnd));
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
  } catch {
    throw new UnopenableError("A document was changed or moved since it was sealed");
  }
}

/** Where a piece belongs: `document` and `piece` count within the submission and the document. */
export function placeOfPiece(submissionId: string, document: number, piece: number): string {
  return `piece|${submissionId}|${document}|${piece}`;
}

export function placeOfNumber(submissionId: string): string {
  return `number|${submissionId}`;
}

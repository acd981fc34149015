import { createHmac } from "node:crypto";
import { type FieldErrors, type KycDocumentKind, plainDocumentNumber } from "@sanu/contracts";
import type { Secret } from "@sanu/platform";

export const brokenNumber: FieldErrors = { document_number: ["invalid-document-number"] };

/**
 * The same document is the same name, whoever hands it in and however it is spelt; the number cannot be read from it. `undefined`
 * for a number with letters that no document has.
 */
export function documentName(
  key: Secret,
  kind: KycDocumentKind,
  number: string,
): string | undefined {
  const plain = plainDocumentNumber(number);
  if (plain === undefined) return undefined;
  return createHmac("sha256", key.reveal()).update(`${kind} ${plain}`).digest("base64url");
}

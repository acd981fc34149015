import { createHmac } from "node:crypto";
import type { KycDocumentKind } from "@sanu/contracts";
import type { Secret } from "@sanu/platform";

/** The same document is the same name, whoever hands it in and however it is spelt; the number cannot be read from it. */
export function documentName(key: Secret, kind: KycDocumentKind, number: string): string {
  const plain = number
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "");
  return createHmac("sha256", key.reveal()).update(`${kind} ${plain}`).digest("base64url");
}

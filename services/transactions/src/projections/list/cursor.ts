import { type Instant, isInstant, isUuid } from "@sanu/kernel";

/** The last line of a page: the next one begins right behind it, whatever arrives meanwhile. */
export interface ListCursor {
  readonly createdAt: Instant;
  readonly transactionId: string;
}

/** A cursor as clients carry it: opaque, nothing in it is secret. */
export function cursorText({ createdAt, transactionId }: ListCursor): string {
  return Buffer.from(`${createdAt}/${transactionId}`).toString("base64url");
}

/** Reads a cursor; `undefined` where the text is none of ours. */
export function readCursor(text: string): ListCursor | undefined {
  const [createdAt = "", transactionId = ""] = Buffer.from(text, "base64url").toString().split("/");
  if (!isInstant(createdAt) || !isUuid(transactionId)) return undefined;
  return { createdAt, transactionId };
}

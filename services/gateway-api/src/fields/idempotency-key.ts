import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * The client's `Idempotency-Key`; null where it sent none. What clients put into it is theirs, a phone number maybe, and
 * keys are kept for ever: so only its hash goes any further than here.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const given = headers["idempotency-key"];
  if (given === undefined) return null;
  return createHash("sha256").update(given.toString()).digest("hex");
}

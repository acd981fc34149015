import { createHash } from "node:crypto";
import type { AnyReply } from "./problems.ts";

interface KeyHeaders {
  readonly "idempotency-key"?: string | undefined;
}

/**
 * The client's `Idempotency-Key`; null where it sent none. What clients put into it is theirs, a phone number maybe, and
 * keys are kept for ever: so only its hash goes any further than here.
 */
export function idempotencyKeyOf({ "idempotency-key": key }: KeyHeaders): string | null {
  return key === undefined ? null : createHash("sha256").update(key).digest("hex");
}

/**
 * What a service needs to know a repeated request by; null where the client sent no key. The hash is of what the
 * body asks for, so it is equal however the body is spaced and sorted.
 */
export function idempotencyOf(
  headers: KeyHeaders,
  meant: readonly unknown[],
): { readonly key: string; readonly bodyHash: string } | null {
  const key = idempotencyKeyOf(headers);
  if (key === null) return null;
  return { key, bodyHash: createHash("sha256").update(JSON.stringify(meant)).digest("hex") };
}

/** Sends the bytes that a service froze under the key, not a copy that could differ from them. */
export function sendFrozen<Reply extends AnyReply>(
  reply: Reply,
  status: 200 | 201,
  { responseJson, replayed }: { readonly responseJson: string; readonly replayed: boolean },
): Reply {
  reply.code(status);
  reply.headers({
    "content-type": "application/json; charset=utf-8",
    ...(replayed && { "idempotent-replayed": "true" }),
  });
  reply.send(responseJson);
  return reply;
}

import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { idempotencyKeyOf } from "../fields/idempotency-key.ts";
import type { AnyReply } from "./problems.ts";

/**
 * What a service needs to know a repeated request by; null where the client sent no key. The hash is of what the
 * body asks for, so it is equal however the body is spaced and sorted.
 */
export function idempotencyOf(
  headers: IncomingHttpHeaders,
  asked: readonly unknown[],
): { readonly key: string; readonly bodyHash: string } | null {
  const key = idempotencyKeyOf(headers);
  if (key === null) return null;
  return { key, bodyHash: createHash("sha256").update(JSON.stringify(asked)).digest("hex") };
}

/** Sends the bytes that a service froze under the key, not a copy that could differ from them. */
export function sendFrozen<Reply extends AnyReply>(
  reply: Reply,
  status: 200 | 201,
  { answerJson, replayed }: { readonly answerJson: string; readonly replayed: boolean },
): Reply {
  reply.code(status);
  reply.headers({
    "content-type": "application/json; charset=utf-8",
    ...(replayed && { "idempotent-replayed": "true" }),
  });
  reply.send(answerJson);
  return reply;
}

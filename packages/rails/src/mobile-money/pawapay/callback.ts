import type { KeyObject } from "node:crypto";
import { epochMsOf, type Instant } from "@sanu/kernel";
import { z } from "zod";
import { MomentText } from "../../moment-text.ts";
import type { CallbackReading, ProviderCallback } from "../../ports/callback.ts";
import { callbackLimits, isFresh, parsedBody, rejected } from "../signed-callback.ts";
import {
  isDigestOf,
  isSignedBy,
  readSignatureInput,
  signatureBase,
  signatureOf,
} from "./signed-message.ts";

export interface CallbackTrust {
  /** One, or two while they are changed. */
  readonly keys: readonly KeyObject[];
  /** Where callbacks are sent to. */
  readonly url: URL;
}

/** Without these a signature could be moved to another body or another receiver. */
const mustBeCovered = ["@method", "@authority", "@path", "content-digest"];

const Id = z.uuid();
const Body = z
  .object({
    depositId: Id.optional(),
    payoutId: Id.optional(),
    refundId: Id.optional(),
    status: z.string().min(1).max(40),
    created: MomentText.optional().catch(undefined),
  })
  .transform((body, context) => {
    const ids = [body.refundId, body.payoutId, body.depositId].filter((id) => id !== undefined);
    // A refund may name the deposit that it gives back.
    const [key] = ids;
    if (key !== undefined) return { ...body, key };
    context.addIssue({ code: "custom", message: "names no order" });
    return z.NEVER;
  });

/** RFC 9421 with a content digest. It bears no name of its own: an order has one callback for each status. */
export function readSignedCallback(
  { keys, url }: CallbackTrust,
  { rawBody, headers }: ProviderCallback,
  now: Instant,
): CallbackReading {
  if (rawBody.length > callbackLimits.bodyBytesMax) return rejected("malformed");
  const input = readSignatureInput(headers["signature-input"] ?? "");
  const signature = input && signatureOf(headers["signature"] ?? "", input.label);
  const base = input && signatureBase({ method: "POST", url, headers, rawBody }, input);
  if (!input || !signature || !base) return rejected("bad-signature");
  const { algorithm, covered, createdSeconds, expiresSeconds } = input;
  const isCovered = mustBeCovered.every((name) => covered.includes(name));
  const isGenuine =
    isCovered &&
    isDigestOf(headers["content-digest"], rawBody) &&
    keys.some((key) => isSignedBy(key, base, { algorithm, signature }));
  if (!isGenuine) return rejected("bad-signature");
  if (createdSeconds === null || !isFresh(createdSeconds * 1_000, now)) return rejected("stale");
  if (expiresSeconds !== null && epochMsOf(now) > expiresSeconds * 1_000) return rejected("stale");
  const body = Body.safeParse(parsedBody(rawBody));
  if (!body.success) return rejected("malformed");
  const { key, status, created: occurredAt = now } = body.data;
  const eventId = `${key}:${status}`;
  return { kind: "verified", eventId, occurredAt, key, providerReference: null };
}

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Instant } from "@sanu/kernel";
import { z } from "zod";
import { MomentText } from "../../moment-text.ts";
import type { CallbackReading, ProviderCallback } from "../../ports/callback.ts";
import { callbackLimits, parsedBody, rejected } from "../signed-callback.ts";

const Text = z.string().min(1).max(100);

const EventBody = z.object({
  type: Text,
  createdAt: MomentText.optional().catch(undefined),
  data: z.object({
    id: Text,
    status: Text,
    intentId: Text.optional(),
    purchaseReference: Text.optional(),
    reference: Text.optional(),
  }),
});

/** `s1` is by the secret of now, `s0` for a day by the one before. */
const signatureShape = /^s[01]=[0-9a-f]{64}(?:,\s?s[01]=[0-9a-f]{64}){0,3}$/;

/**
 * `Hub2-Signature`, over the raw body alone: it bears no moment, so that an old one cannot be told from a late one, and each has
 * its effect once. Source: docs.hub2.io/integration/en/webhooks/webhooks_integration.
 */
export function readEvent(
  secrets: readonly string[],
  { rawBody, headers }: ProviderCallback,
  now: Instant,
): CallbackReading {
  const text = headers["hub2-signature"] ?? "";
  if (!signatureShape.test(text)) return rejected("bad-signature");
  if (rawBody.length > callbackLimits.bodyBytesMax) return rejected("malformed");
  const given = text.split(",").map((part) => Buffer.from(part.trim().slice(3), "hex"));
  const isGenuine = secrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(rawBody).digest();
    return given.some((one) => timingSafeEqual(expected, one));
  });
  if (!isGenuine) return rejected("bad-signature");
  const body = EventBody.safeParse(parsedBody(rawBody));
  if (!body.success) return rejected("malformed");
  const { type, createdAt: occurredAt = now, data } = body.data;
  const eventId = `${data.id}:${type}:${data.status}`;
  return { kind: "verified", eventId, occurredAt, ...subjectOf(type, data) };
}

function subjectOf(type: string, data: z.infer<typeof EventBody>["data"]) {
  const { id, intentId, purchaseReference, reference } = data;
  switch (type.split(".")[0]) {
    case "payment_intent":
      return { key: purchaseReference ?? null, providerReference: id };
    case "payment":
      return { key: purchaseReference ?? null, providerReference: intentId ?? null };
    case "transfer":
      return { key: reference ?? null, providerReference: null };
    default:
      return { key: null, providerReference: null };
  }
}

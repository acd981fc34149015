import { createHmac, timingSafeEqual } from "node:crypto";
import { epochMsOf, type Instant, isInstant } from "@sanu/kernel";
import { z } from "zod";
import type { CallbackReading, ProviderCallback } from "../../ports/callback.ts";

export const sandboxCallbackLimits = {
  /** A callback older than this, or dated further ahead, may be a replay. */
  ageMsMax: 300_000,
  bodyBytesMax: 65_536,
} as const;

const signatureShape = /^t=(\d{1,12}),s=([0-9a-f]{64})$/;

const Subject = z.object({ id: z.string().min(1), merchant_key: z.string().min(1) });

const CallbackBody = z
  .object({
    event_id: z.string().min(1).max(100),
    occurred_at: z.custom<Instant>((value) => typeof value === "string" && isInstant(value)),
  })
  .and(
    z.union([
      z.object({ payment: Subject }).transform(({ payment }) => ({ subject: payment })),
      z.object({ refund: Subject }).transform(({ refund }) => ({ subject: refund })),
      z
        .object({ disbursement: Subject })
        .transform(({ disbursement }) => ({ subject: disbursement })),
    ]),
  );

/** HMAC-SHA-256 over `<t>.<raw body>`, in constant time, then age, then shape: nothing of an unsigned body is read. */
export function readSandboxCallback(
  secret: string,
  { rawBody, headers }: ProviderCallback,
  now: Instant,
): CallbackReading {
  const [, time, signature] = signatureShape.exec(headers["x-sandbox-signature"] ?? "") ?? [];
  if (time === undefined || signature === undefined) return rejected("bad-signature");
  if (rawBody.length > sandboxCallbackLimits.bodyBytesMax) return rejected("malformed");
  const expected = createHmac("sha256", secret).update(`${time}.`).update(rawBody).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return rejected("bad-signature");
  const ageMs = Math.abs(epochMsOf(now) - Number(time) * 1_000);
  if (ageMs > sandboxCallbackLimits.ageMsMax) return rejected("stale");

  const body = CallbackBody.safeParse(parsed(rawBody));
  if (!body.success) return rejected("malformed");
  const { event_id: eventId, occurred_at: occurredAt, subject } = body.data;
  const { merchant_key: key, id: providerReference } = subject;
  return { kind: "verified", eventId, occurredAt, key, providerReference };
}

function rejected(reason: "bad-signature" | "stale" | "malformed"): CallbackReading {
  return { kind: "rejected", reason };
}

function parsed(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(rawBody));
  } catch {
    return undefined;
  }
}

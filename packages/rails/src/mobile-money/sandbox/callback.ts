import { type Instant, isInstant } from "@sanu/kernel";
import { z } from "zod";
import type { CallbackReading, ProviderCallback } from "../../ports/callback.ts";
import { findForgery, parsedBody, rejected } from "../signed-callback.ts";

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

/** Signed as `findForgery` says, with one secret. */
export function readSandboxCallback(
  secret: string,
  callback: ProviderCallback,
  now: Instant,
): CallbackReading {
  const { rawBody, headers } = callback;
  const signature = headers["x-sandbox-signature"];
  const forgery = findForgery({ signature, secrets: [secret], callback }, now);
  if (forgery !== null) return forgery;
  const body = CallbackBody.safeParse(parsedBody(rawBody));
  if (!body.success) return rejected("malformed");
  const { event_id: eventId, occurred_at: occurredAt, subject } = body.data;
  const { merchant_key: key, id: providerReference } = subject;
  return { kind: "verified", eventId, occurredAt, key, providerReference };
}

import type { Instant } from "@sanu/kernel";
import { z } from "zod";
import type { CallbackReading, ProviderCallback } from "../../ports/callback.ts";
import { callbackLimits, parsedBody, rejected } from "../signed-callback.ts";

/** Source: momodeveloper.mtn.com/api-documentation/callback: the body of the status. */
const Body = z.object({ externalId: z.uuid(), status: z.string().min(1).max(40) });

/** Nobody signs it, and it comes once at most: it says where to look, and anybody can have sent it. */
export function readUnsigned({ rawBody }: ProviderCallback, now: Instant): CallbackReading {
  if (rawBody.length > callbackLimits.bodyBytesMax) return rejected("malformed");
  const body = Body.safeParse(parsedBody(rawBody));
  if (!body.success) return rejected("malformed");
  const { externalId: key, status } = body.data;
  const eventId = `${key}:${status}`;
  return { kind: "hint", eventId, key, providerReference: null, occurredAt: now };
}

import type { Instant } from "@sanu/kernel";
import { z } from "zod";
import { MomentText } from "../../moment-text.ts";
import type { CallbackReading, ProviderCallback } from "../../ports/callback.ts";
import { findForgery, parsedBody, rejected } from "../signed-callback.ts";

const Named = z.union([z.string().min(1).max(100), z.int()]).transform(String);

/** Some pages of the documentation call the name of an event its type, and not in every public sample has it an id. */
const EventBody = z.object({
  id: Named.nullish(),
  name: z.string().max(100).optional(),
  type: z.string().max(100).optional(),
  created_at: MomentText.optional().catch(undefined),
  entity: z.object({
    id: Named,
    merchant_reference: z.string().nullish(),
    status: z.string().max(100).nullish(),
  }),
});

/** `X-FEDAPAY-SIGNATURE`, over `<t>.<raw body>`. Source: docs.fedapay.com/integration-api/en/webhooks-en. */
export function readEvent(
  secrets: readonly string[],
  callback: ProviderCallback,
  now: Instant,
): CallbackReading {
  const signature = callback.headers["x-fedapay-signature"];
  const forgery = findForgery({ signature, secrets, callback }, now);
  if (forgery !== null) return forgery;
  const body = EventBody.safeParse(parsedBody(callback.rawBody));
  if (!body.success) return rejected("malformed");
  const { id, name, type, created_at: occurredAt = now, entity } = body.data;
  const kind = (name ?? type ?? "").split(".")[0];
  // Ids of payouts and customers are no names of a collection.
  const providerReference = kind === "transaction" ? entity.id : null;
  const key = kind === "transaction" || kind === "payout" ? entity.merchant_reference : null;
  const eventId = id ?? `${entity.id}:${name ?? type ?? ""}:${entity.status ?? ""}`;
  return { kind: "verified", eventId, occurredAt, key: key ?? null, providerReference };
}

import type { PaymentId } from "@sanu/kernel";
import { z } from "zod";
import { auditTrailRequestsOf } from "../audit-trail.ts";
import { connectorRequestsOf, listClosedChannelsOf } from "../connectors.ts";
import { requestsOf } from "../request.ts";
import { idOf } from "../texts.ts";

const request = requestsOf("payments");

/** With what a payment can be made; it is no part of the fact, because it can be erased. */
export const GetPaymentLink = request("get-payment-link", {
  request: z.object({ paymentId: idOf<PaymentId>() }),
  /** Null where the provider has no page: ours is shown. */
  reply: z.object({
    paymentUrl: z.string().nullable(),
    /** The BOLT 11 invoice of a sale; null in a purchase. */
    invoice: z.string().nullable(),
  }),
  refusals: ["not-found"],
});

/** Which number paid, where the provider named it; it is no part of the fact, because it can be erased. */
export const GetPayer = request("get-payer", {
  request: z.object({ paymentId: idOf<PaymentId>() }),
  /** E.164; null where no provider named it, or its row is deleted. */
  reply: z.object({ number: z.string().nullable() }),
});

/** A provider's callback exactly as it came: the raw body and the headers that can carry a signature. */
export const ReceiveCallback = request("receive-callback", {
  request: z.object({
    provider: z.string(),
    /** Absent where it came by POST. */
    method: z.literal("PUT").optional(),
    rawBodyBase64: z.base64(),
    headers: z.record(z.string(), z.string()),
  }),
  /** Everything but `accepted` has no effect. */
  reply: z.object({
    outcome: z.enum([
      "accepted",
      "ignored",
      "bad-signature",
      "stale",
      "malformed",
      "unknown-provider",
    ]),
  }),
});

export const paymentsAuditTrail = auditTrailRequestsOf("payments");
export const paymentsConnectors = connectorRequestsOf("payments");
export const ListClosedCollections = listClosedChannelsOf("payments");

export const paymentsRequests = [
  GetPaymentLink,
  GetPayer,
  ReceiveCallback,
  ...Object.values(paymentsAuditTrail),
  ...Object.values(paymentsConnectors),
  ListClosedCollections,
] as const;

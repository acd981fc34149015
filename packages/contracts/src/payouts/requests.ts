import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { auditTrailRequestsOf } from "../audit-trail.ts";
import { connectorRequestsOf, listClosedChannelsOf } from "../connectors.ts";
import { requestsOf } from "../request.ts";
import { idOf, XofText } from "../texts.ts";

const request = requestsOf("payouts");

/**
 * Why XOF could not be paid out now. `number-unavailable`: the number cannot be had, or is not the one that was
 * ordered. `not-known`: the provider did not answer.
 */
export const DisburseObstacle = z.enum([
  "number-unavailable",
  "channel-unknown",
  "channel-closed",
  "amount-outside-limits",
  "float-too-small",
  "not-known",
]);
export type DisburseObstacle = z.infer<typeof DisburseObstacle>;

/**
 * Whether the XOF of a sale could be paid out now. Asked while the sats are only held. A yes means that what the sale
 * reserved is there, and that its channel takes it as far as can be seen.
 */
export const CanDisburse = request("can-disburse", {
  request: z.object({
    transactionId: idOf<TransactionId>(),
    channel: z.string(),
    amountXof: XofText,
    /** HMAC of the number that the order carries. */
    numberHmac: z.string(),
  }),
  /** Null where nothing stands in the way. */
  reply: z.object({ obstacle: DisburseObstacle.nullable() }),
});

export const payoutsAuditTrail = auditTrailRequestsOf("payouts");
export const payoutsConnectors = connectorRequestsOf("payouts");
export const ListClosedDisbursements = listClosedChannelsOf("payouts");

export const payoutsRequests = [
  CanDisburse,
  ...Object.values(payoutsAuditTrail),
  ...Object.values(payoutsConnectors),
  ListClosedDisbursements,
] as const;

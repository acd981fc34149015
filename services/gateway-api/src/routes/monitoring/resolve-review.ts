import { ResolveReview, TransactionStatus } from "@sanu/contracts";
import { z } from "zod";
import { Reason, TransactionIdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

const Body = z.object({
  resolution: z
    .enum(["close", "refund", "returned"])
    .describe(
      "`close`: nothing has to be done. `refund`: what is owed goes back by our rails. `returned`: refused, what went back outside takes two people: propose `paid-by-hand` in its case",
    ),
  reason: Reason,
});

export const resolveReview = defineRoute({
  operationId: "resolveReview",
  method: "POST",
  url: "/monitoring/transactions/:id/resolve",
  access: "admins",
  tag: "monitoring",
  summary: "End a review; no money that is owed is forgotten by it",
  input: { params: z.object({ id: TransactionIdField }), body: Body },
  success: {
    description:
      "The transaction's status, and whether somebody still has to look. Again is refused with `not-in-review`, " +
      "unless something new has to be looked at",
    body: { data: z.object({ status: TransactionStatus, review: z.boolean() }) },
  },
  problems: ResolveReview.refusals,
  async handler({ client, principal: { accountId: resolvedBy }, params, body }) {
    const resolution = { transactionId: params.id, resolvedBy, ...body };
    const result = await client.command(ResolveReview, resolution);
    if (result.kind !== "replied") return result;
    const { status, isInReview } = result.data;
    return { data: { status, review: isInReview } };
  },
});

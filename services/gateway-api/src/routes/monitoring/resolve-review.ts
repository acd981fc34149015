import { ResolveReview } from "@sanu/contracts";
import { z } from "zod";
import type { MonitoringClient } from "../../clients/monitoring.ts";
import { Reason } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { ReviewAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";
import { TransactionParams } from "../transactions/transaction-params.ts";

const Body = z.object({
  resolution: z
    .enum(["close", "refund", "returned"])
    .describe(
      "`close`: nothing has to be done. `refund`: what is owed goes back by our rails. `returned`: it went back outside",
    ),
  reason: Reason,
});

/** POST monitoring/transactions/{id}/resolve: somebody of the staff ends a review, with a reason. */
export function resolveReview(app: GatewayApp, monitoring: MonitoringClient): void {
  app.route({
    method: "POST",
    url: "/monitoring/transactions/:id/resolve",
    schema: describeRoute(
      { params: TransactionParams, body: Body },
      {
        operationId: "resolveReview",
        tag: "monitoring",
        summary: "End a review; no money that is owed is forgotten by it",
        success: {
          status: 200,
          description:
            "The transaction's status, and whether somebody still has to look. Again is refused with `not-in-review`, " +
            "unless something new has to be looked at",
          schema: ReviewAnswer,
        },
        problems: ResolveReview.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { accountId: resolvedBy } = principalOf(request);
      const decision = { transactionId: request.params.id, resolvedBy, ...request.body };
      const result = await monitoring.resolveReview(decision, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { status, isInReview } = result.data;
      return { success: true, data: { status, review: isInReview } };
    },
  });
}

import { idOf, type ProgressView } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { describeRoute } from "../../openapi/describe-route.ts";
import { TransactionProgress } from "../../openapi/schemas.ts";
import { followProgress, type ProgressStreams } from "../../plugins/follow-progress.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { principalOf } from "../../plugins/request-context.ts";

const Params = z.object({
  id: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .pipe(idOf<TransactionId>()),
});

/** GET transactions/{id}/events: the progress of one transaction of the user, as it happens. */
export function followTransaction(app: GatewayApp, progress: ProgressStreams): void {
  app.route({
    method: "GET",
    url: "/transactions/:id/events",
    exposeHeadRoute: false,
    config: { isStream: true },
    schema: describeRoute(
      { params: Params },
      {
        operationId: "followTransaction",
        tag: "transactions",
        summary: "The progress of one transaction as it happens, as server-sent events",
        success: {
          status: 200,
          description:
            "Events named `progress`, whose data is as the schema says: the present state, then each change. " +
            "The stream ends behind COMPLETED or FAILED, and now and then before: come back after `retry`. " +
            "204 for a `Last-Event-ID` that is the last state",
          contentType: "text/event-stream",
          schema: TransactionProgress,
        },
        problems: [],
      },
    ),
    handler: (request, reply) => {
      const principal = principalOf(request);
      const { id: transactionId } = request.params;
      return followProgress(progress, request, reply, {
        owner: { kind: "user", principal },
        of: { kind: "owner", accountId: principal.accountId, transactionId },
        viewOf: progressOf,
      });
    },
  });
}

function progressOf(progress: ProgressView): z.input<typeof TransactionProgress> {
  return {
    id: progress.transactionId,
    status: progress.status,
    progress: {
      payment_status: progress.paymentStatus,
      payout_status: progress.payoutStatus,
    },
    payment_url: progress.paymentUrl,
    payout_reference: progress.payoutReference,
    completed_at: progress.completedAt,
  };
}

import { GetMonitored, idOf } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";
import type { MonitoringClient } from "../../clients/monitoring.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { MonitoredTransactionAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

const Params = z.object({
  id: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .pipe(idOf<TransactionId>()),
});

/** GET monitoring/transactions/{id}: one transaction with everything that happened to it, in every service. */
export function getMonitored(app: GatewayApp, monitoring: MonitoringClient): void {
  app.route({
    method: "GET",
    url: "/monitoring/transactions/:id",
    schema: describeRoute(
      { params: Params },
      {
        operationId: "getMonitored",
        tag: "monitoring",
        summary: "One transaction with everything that happened to it",
        success: {
          status: 200,
          description:
            "The events of every service in the order of their clocks, and the attempts to move money; `missing` " +
            "names services that could not be asked",
          schema: MonitoredTransactionAnswer,
        },
        problems: GetMonitored.refusals,
      },
    ),
    handler: async (request, reply) => {
      const result = await monitoring.tellStory(request.params.id, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: result.data };
    },
  });
}

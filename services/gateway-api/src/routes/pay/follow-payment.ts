import type { ProgressView } from "@sanu/contracts";
import { z } from "zod";
import { describeRoute } from "../../openapi/describe-route.ts";
import { PaymentStatus } from "../../openapi/schemas.ts";
import { paymentStateOf, providerUrlOf } from "../../pay-page/payment-state.ts";
import { followProgress, type ProgressStreams } from "../../plugins/follow-progress.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { pageTokenShape } from "./page-token.ts";

const Params = z.object({ token: z.string().regex(pageTokenShape) });

/** GET /pay/{token}/events: the state of a payment as it happens, for our payment page. */
export function followPayment(app: GatewayApp, progress: ProgressStreams): void {
  app.route({
    method: "GET",
    url: "/pay/:token/events",
    exposeHeadRoute: false,
    config: { isStream: true },
    schema: describeRoute(
      { params: Params },
      {
        operationId: "followPayment",
        tag: "payment page",
        summary:
          "The state of a payment as it happens, as server-sent events, for our payment page",
        success: {
          status: 200,
          description: "Events named `progress`, until the payment has ended",
          contentType: "text/event-stream",
          schema: PaymentStatus,
        },
        problems: ["too-many-requests"],
      },
    ),
    handler: (request, reply) => {
      const { token } = request.params;
      return followProgress(progress, request, reply, {
        owner: { kind: "page", token },
        of: { kind: "page", token },
        viewOf: statusOf,
      });
    },
  });
}

function statusOf(progress: ProgressView): z.input<typeof PaymentStatus> {
  const { status, providerUrl, hasInvoice } = progress;
  const page = { status, provider_url: providerUrl, hasInvoice };
  return {
    status: progress.status,
    state: paymentStateOf(page),
    provider_url: providerUrlOf(page),
  };
}

import { z } from "zod";
import type { TransactionsClient } from "../../clients/transactions.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { PaymentStatusAnswer } from "../../openapi/schemas.ts";
import { paymentStateOf, providerUrlOf } from "../../pay-page/payment-state.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";
import { pageTokenShape } from "./page-token.ts";

const Params = z.object({ token: z.string().regex(pageTokenShape) });

/** GET /pay/{token}/status: what the payment page asks while somebody looks at it. */
export function getStatus(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "GET",
    url: "/pay/:token/status",
    schema: describeRoute(
      { params: Params },
      {
        operationId: "getPaymentStatus",
        tag: "payment page",
        summary: "The state of a payment, for our payment page",
        success: { status: 200, description: "The state", schema: PaymentStatusAnswer },
        problems: [],
      },
    ),
    handler: async (request, reply) => {
      const { token } = request.params;
      const result = await transactions.getPaymentPage({ token }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { page } = result.data;
      return {
        success: true,
        status: page.status,
        state: paymentStateOf({ ...page, hasInvoice: page.invoice !== null }),
        provider_url: providerUrlOf(page),
      };
    },
  });
}

import type { WalletClient } from "../../clients/wallet.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { WalletAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

/** GET wallet: totals of what was completed, saved receivers and numbers. */
export function getWallet(app: GatewayApp, wallet: WalletClient): void {
  app.route({
    method: "GET",
    url: "/wallet",
    schema: describeRoute(
      {},
      {
        operationId: "getWallet",
        tag: "wallet",
        summary: "Totals of what was completed, saved receivers and numbers",
        success: {
          status: 200,
          description: "Totals since the first transaction; the lists in the order they were saved",
          schema: WalletAnswer,
        },
        problems: [],
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const result = await wallet.getWallet({ accountId }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: result.data.wallet };
    },
  });
}

import { GetKyc } from "@sanu/contracts";
import type { KycClient } from "../../clients/kyc.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { KycAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

/** GET kyc: where the user stands with her documents. */
export function getKyc(app: GatewayApp, kyc: KycClient): void {
  app.route({
    method: "GET",
    url: "/kyc",
    schema: describeRoute(
      {},
      {
        operationId: "getKyc",
        tag: "kyc",
        summary: "Your verification: its state, your tier and the newest submission",
        success: { status: 200, description: "The state", schema: KycAnswer },
        problems: GetKyc.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const result = await kyc.getKyc({ accountId }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: { kyc: result.data.kyc } };
    },
  });
}

import { SaveReceivers } from "@sanu/contracts";
import { z } from "zod";
import type { WalletClient } from "../../clients/wallet.ts";
import { OptionalLabel, requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { WalletReceiversAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const Body = z.object({
  receivers: z
    .array(
      z.object({
        label: OptionalLabel,
        receiver_address: requiredText(fieldLimits.receiverLettersMax).describe(
          "Lightning address, `lnurl1…` or on-chain address; no invoice, which serves once",
        ),
        is_default: z.boolean().default(false).describe("At most one of the list"),
      }),
    )
    .max(fieldLimits.walletEntriesMax),
});

/** PUT wallet/receivers: the whole list of places where sats may go, instead of the one before. */
export function saveReceivers(app: GatewayApp, wallet: WalletClient): void {
  app.route({
    method: "PUT",
    url: "/wallet/receivers",
    schema: describeRoute(
      { body: Body },
      {
        operationId: "saveReceivers",
        tag: "wallet",
        summary: "Save the whole list of receivers instead of the one before",
        success: {
          status: 200,
          description: "The list as saved, in canonical form; the same list again changes nothing",
          schema: WalletReceiversAnswer,
        },
        problems: SaveReceivers.refusals,
      },
    ),
    handler: async (request, reply) => {
      const list = {
        accountId: principalOf(request).accountId,
        receivers: request.body.receivers.map((each) => ({
          label: each.label,
          receiver: each.receiver_address,
          isDefault: each.is_default,
        })),
      };
      const result = await wallet.saveReceivers(list, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: result.data };
    },
  });
}

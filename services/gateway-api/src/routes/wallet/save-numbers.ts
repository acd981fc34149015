import { SaveNumbers } from "@sanu/contracts";
import { z } from "zod";
import type { WalletClient } from "../../clients/wallet.ts";
import { OptionalLabel, requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { WalletNumbersAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const Body = z.object({
  numbers: z
    .array(
      z.object({
        label: OptionalLabel,
        number: requiredText(fieldLimits.phoneLettersMax),
        is_default: z.boolean().default(false).describe("At most one of the list"),
      }),
    )
    .max(fieldLimits.walletEntriesMax),
});

/** PUT wallet/numbers: the whole list of mobile-money numbers, instead of the one before. */
export function saveNumbers(app: GatewayApp, wallet: WalletClient): void {
  app.route({
    method: "PUT",
    url: "/wallet/numbers",
    schema: describeRoute(
      { body: Body },
      {
        operationId: "saveNumbers",
        tag: "wallet",
        summary: "Save the whole list of mobile-money numbers instead of the one before",
        success: {
          status: 200,
          description: "The list as saved, as E.164; the same list again changes nothing",
          schema: WalletNumbersAnswer,
        },
        problems: SaveNumbers.refusals,
      },
    ),
    handler: async (request, reply) => {
      const list = {
        accountId: principalOf(request).accountId,
        numbers: request.body.numbers.map((each) => ({
          label: each.label,
          number: each.number,
          isDefault: each.is_default,
        })),
      };
      const result = await wallet.saveNumbers(list, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: result.data };
    },
  });
}

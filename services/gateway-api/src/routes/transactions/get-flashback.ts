import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import type { TransactionsClient } from "../../clients/transactions.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { FlashbackAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf, principalOf } from "../../plugins/request-context.ts";

const Query = z.object({
  month: z
    .string()
    .regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .describe("`2026-11`; the current month when missing"),
});

/** GET transactions/flashback: one calendar month in numbers, with the user's name from identity. */
export function getFlashback(
  app: GatewayApp,
  transactions: TransactionsClient,
  identity: IdentityClient,
): void {
  app.route({
    method: "GET",
    url: "/transactions/flashback",
    schema: describeRoute(
      { querystring: Query },
      {
        operationId: "getFlashback",
        tag: "transactions",
        summary: "One calendar month in numbers",
        success: { status: 200, description: "The month", schema: FlashbackAnswer },
        problems: ["not-found"],
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const { month = null } = request.query;
      const call = callOf(request);
      const [flashback, me] = await Promise.all([
        transactions.getFlashback({ accountId, language: languageOf(request), month }, call),
        identity.getMe({ accountId }, call),
      ]);
      if (flashback.kind !== "replied") return refuse(reply, flashback);
      if (me.kind !== "replied") return refuse(reply, me);
      return { success: true, data: { ...flashback.data.data, name: me.data.user.name } };
    },
  });
}

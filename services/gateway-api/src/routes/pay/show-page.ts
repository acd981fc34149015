import type { TransactionsClient } from "../../clients/transactions.ts";
import { renderNotice, renderPaymentPage } from "../../pay-page/render-page.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { callOf, languageOf } from "../../plugins/request-context.ts";
import { pagePolicy } from "../../plugins/security-headers.ts";
import { isPageToken } from "./page-token.ts";

/** GET /pay/{token}: our payment page, for whoever holds the token. */
export function showPage(app: GatewayApp, transactions: TransactionsClient): void {
  app.get<{ Params: { token: string } }>(
    "/pay/:token",
    { schema: { hide: true } },
    async (request, reply) => {
      const language = languageOf(request);
      reply.headers({
        "content-security-policy": pagePolicy,
        "content-type": "text/html; charset=utf-8",
        "content-language": language,
        "x-robots-tag": "noindex",
      });
      const { token } = request.params;
      if (!isPageToken(token)) return reply.code(404).send(renderNotice("gone", language));
      const result = await transactions.getPaymentPage({ token }, callOf(request));
      if (result.kind === "replied") return renderPaymentPage(result.data.page, language);
      if (result.kind === "refused") return reply.code(404).send(renderNotice("gone", language));
      return reply.code(503).header("retry-after", "5").send(renderNotice("away", language));
    },
  );
}

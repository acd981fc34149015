import { GetPaymentPage } from "@sanu/contracts";
import { renderNotice, renderPaymentPage } from "../../pay-page/render-page.ts";
import { pagePolicy } from "../../plugins/security-headers.ts";
import { definePage } from "../define-route.ts";
import { isPageToken } from "./page-token.ts";

/** Our payment page, for whoever holds the token. */
export const showPage = definePage<{ readonly token: string }>(
  "/pay/:token",
  "pages",
  async ({ params: { token }, language, client, deps, reply }) => {
    reply.headers({
      "content-security-policy": pagePolicy,
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "x-robots-tag": "noindex",
    });
    if (!isPageToken(token)) return reply.code(404).send(renderNotice("gone", language));
    const result = await client.request(GetPaymentPage, { token });
    if (result.kind === "replied") {
      return renderPaymentPage(result.data.page, language, deps.now());
    }
    if (result.kind === "refused") return reply.code(404).send(renderNotice("gone", language));
    return reply.code(503).header("retry-after", "5").send(renderNotice("away", language));
  },
);

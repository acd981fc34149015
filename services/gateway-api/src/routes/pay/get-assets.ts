import { pageScript, pageStyle } from "../../pay-page/page-assets.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";

const assets = [
  { url: "/assets/pay.css", type: "text/css; charset=utf-8", text: pageStyle },
  { url: "/assets/pay.js", type: "text/javascript; charset=utf-8", text: pageScript },
] as const;

/** Script and style of the payment page. */
export function getAssets(app: GatewayApp): void {
  for (const { url, type, text } of assets) {
    app.get(url, { schema: { hide: true } }, (_request, reply) =>
      reply.headers({ "content-type": type, "cache-control": "public, max-age=300" }).send(text),
    );
  }
}

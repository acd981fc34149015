import type { GatewayApp } from "../../plugins/gateway-app.ts";

/** GET /openapi.json: the document, put together once. */
export function getOpenApi(app: GatewayApp): void {
  let text: string | undefined;
  app.get("/openapi.json", { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply
      .headers({
        "content-type": "application/json; charset=utf-8",
        "cache-control": "public, max-age=300",
      })
      .send(text);
  });
}

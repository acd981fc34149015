import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { sendProblem } from "../../plugins/problems.ts";
import type { SigningKeys } from "../../tokens/signing-keys.ts";

/** GET /.well-known/jwks.json: the public keys of tokens (RFC 7517). */
export function getJwks(app: GatewayApp, keys: SigningKeys): void {
  app.get("/.well-known/jwks.json", { schema: { hide: true } }, (_request, reply) => {
    if (!keys.areLoaded()) return sendProblem(reply, { code: "service-unavailable" });
    return reply
      .headers({
        "content-type": "application/jwk-set+json",
        "cache-control": "public, max-age=60",
      })
      .send(JSON.stringify({ keys: keys.published() }));
  });
}

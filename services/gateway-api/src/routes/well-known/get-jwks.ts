import { sendProblem } from "../../plugins/problems.ts";
import { definePage } from "../define-route.ts";

/** The public keys of tokens (RFC 7517). */
export const getJwks = definePage(
  "/.well-known/jwks.json",
  "documents",
  ({ deps: { keys }, reply }) => {
    if (!keys.areLoaded()) return sendProblem(reply, { code: "service-unavailable" });
    return reply
      .headers({
        "content-type": "application/jwk-set+json",
        "cache-control": "public, max-age=60",
      })
      .send(JSON.stringify({ keys: keys.published() }));
  },
);

import { RefreshToken, wordsIn } from "@sanu/contracts";
import { problem } from "../../plugins/problems.ts";
import { defineRoute } from "../define-route.ts";
import { tokenBody, tokenResponse } from "./token-response.ts";

export const refreshToken = defineRoute({
  operationId: "refreshToken",
  method: "POST",
  url: "/auth/refresh",
  access: "accounts",
  tag: "accounts",
  summary: "Replace the bearer token; repeated, it gives the same new one again",
  success: { description: "A new bearer token", body: tokenBody },
  problems: RefreshToken.refusals,
  async handler({ client, principal: { accountId, token }, language }) {
    // Who comes by the staging header has no token that could be replaced.
    if (token === null) return problem("unauthenticated");
    const result = await client.request(RefreshToken, { accountId, ...token });
    if (result.kind !== "replied") return result;
    return tokenResponse(language, wordsIn(language).account.refreshed, result.data);
  },
});

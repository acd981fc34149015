import { LogOut, wordsIn } from "@sanu/contracts";
import { messageBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";

export const logOut = defineRoute({
  operationId: "logOut",
  method: "POST",
  url: "/auth/logout",
  access: "accounts",
  tag: "accounts",
  summary: "End the session of the bearer token",
  success: { description: "The token is refused", body: messageBody },
  problems: LogOut.refusals,
  async handler({ client, principal: { token }, language }) {
    // Who comes by the staging header has no session that could end.
    if (token !== null) {
      const result = await client.request(LogOut, { sessionId: token.sessionId });
      if (result.kind !== "replied") return result;
    }
    return { message: wordsIn(language).account.loggedOut };
  },
});

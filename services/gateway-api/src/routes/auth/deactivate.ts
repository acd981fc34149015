import { DeactivateAccount, userIn, wordsIn } from "@sanu/contracts";
import { z } from "zod";
import { GivenPassword } from "../../fields/fields.ts";
import { messageAndUserBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";

/** The account stays closed until its owner reactivates it. */
export const deactivate = defineRoute({
  operationId: "deactivate",
  method: "POST",
  url: "/auth/deactivate",
  access: "accounts",
  tag: "accounts",
  summary: "Close the account; every token of it is refused from then on",
  input: { body: z.object({ password: GivenPassword }) },
  success: { description: "The account is closed", body: messageAndUserBody },
  problems: DeactivateAccount.refusals,
  async handler({ client, principal: { accountId }, body: { password }, language }) {
    const result = await client.request(DeactivateAccount, { accountId, password });
    if (result.kind !== "replied") return result;
    const { user } = result.data;
    return {
      message: wordsIn(language).account.deactivated,
      data: { user: userIn(language, user) },
    };
  },
});

import { CountryCode, UpdateMe, userIn } from "@sanu/contracts";
import { z } from "zod";
import { ClearablePhone, clearableText, Name } from "../../fields/fields.ts";
import { judgeAccountChange } from "../../fields/judge-account.ts";
import { fieldLimits } from "../../limits.ts";
import { userBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";

/** What is not named stays as it is. */
const Body = z.object({
  name: Name.optional(),
  whatsapp: ClearablePhone.optional(),
  country: CountryCode.optional(),
  address: clearableText(fieldLimits.addressLettersMax).optional(),
});

export const updateMe = defineRoute({
  operationId: "updateMe",
  method: "PATCH",
  url: "/auth/me",
  access: "accounts",
  tag: "accounts",
  summary: "Change the account of the bearer token",
  input: { body: Body },
  success: { description: "The account as it is now", body: userBody },
  problems: UpdateMe.refusals,
  judge: judgeAccountChange,
  async handler({ client, principal: { accountId }, body, language }) {
    const result = await client.request(UpdateMe, { accountId, ...body });
    if (result.kind !== "replied") return result;
    return { data: { user: userIn(language, result.data.user) } };
  },
});

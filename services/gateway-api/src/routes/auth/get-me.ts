import { GetMe, userIn } from "@sanu/contracts";
import { userBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";

export const getMe = defineRoute({
  operationId: "getMe",
  method: "GET",
  url: "/auth/me",
  access: "accounts",
  tag: "accounts",
  summary: "The account of the bearer token",
  success: { description: "The account", body: userBody },
  problems: GetMe.refusals,
  async handler({ client, principal: { accountId }, language }) {
    const result = await client.request(GetMe, { accountId });
    if (result.kind !== "replied") return result;
    return { data: { user: userIn(language, result.data.user) } };
  },
});

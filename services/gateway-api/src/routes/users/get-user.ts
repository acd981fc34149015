import { GetUser, StaffUserDetailView } from "@sanu/contracts";
import { z } from "zod";
import { AccountIdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

export const getUser = defineRoute({
  operationId: "getUser",
  method: "GET",
  url: "/users/:id",
  access: "staff",
  tag: "users",
  summary: "One user, with what the staff decided about her",
  input: { params: z.object({ id: AccountIdField }) },
  success: {
    description: "The user",
    body: { data: z.object({ user: StaffUserDetailView }) },
  },
  problems: GetUser.refusals,
  async handler({ client, params: { id: accountId } }) {
    const result = await client.request(GetUser, { accountId });
    if (result.kind !== "replied") return result;
    return { data: { user: result.data.user } };
  },
});

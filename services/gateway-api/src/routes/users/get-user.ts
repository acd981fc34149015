import { GetUser, StaffUserDetailView, userIn } from "@sanu/contracts";
import { AccountIdField } from "../../fields/fields.ts";
import { defineStaffDetail } from "../define-staff-detail.ts";

export const getUser = defineStaffDetail({
  operationId: "getUser",
  url: "/users/:id",
  tag: "users",
  summary: "One user, with what the staff decided about her",
  id: AccountIdField,
  description: "The user",
  name: "user",
  view: StaffUserDetailView,
  problems: GetUser.refusals,
  async find(client, accountId, language) {
    const result = await client.request(GetUser, { accountId });
    if (result.kind !== "replied") return result;
    return { kind: "replied", data: { user: userIn(language, result.data.user) } };
  },
});

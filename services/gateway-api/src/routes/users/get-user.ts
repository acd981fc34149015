import { GetUser, StaffUserDetailView } from "@sanu/contracts";
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
  find: (client, accountId) => client.request(GetUser, { accountId }),
});

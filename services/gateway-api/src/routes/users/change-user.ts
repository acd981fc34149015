import { AccountRole, ChangeUser, StaffUserDetailView } from "@sanu/contracts";
import { z } from "zod";
import { AccountIdField, Reason } from "../../fields/fields.ts";
import { someNamedOf } from "../../fields/said-rules.ts";
import { defineRoute } from "../define-route.ts";

const Body = z
  .object({
    role: AccountRole.optional(),
    active: z.boolean().optional().describe("False suspends; true lifts a suspension"),
    tier: z.int().min(0).max(3).optional(),
    reason: Reason,
  })
  // Also when other fields are broken, so that all of them are named at once.
  .refine(
    ({ role, active, tier }) => role !== undefined || active !== undefined || tier !== undefined,
    { path: ["role"], when: () => true, params: { rule: "required" } },
  )
  .meta(someNamedOf("role", "active", "tier"));

const userBody = { data: z.object({ user: StaffUserDetailView }) };

/** Nobody changes the own account. */
export const changeUser = defineRoute({
  operationId: "changeUser",
  method: "PATCH",
  url: "/users/:id",
  access: "admins",
  tag: "users",
  summary: "Change role, suspension or tier of a user; ends sessions where needed",
  input: { params: z.object({ id: AccountIdField }), body: Body },
  success: { description: "The user as changed", body: userBody },
  problems: ChangeUser.refusals,
  async handler({ client, principal: { accountId: by }, params: { id: accountId }, body }) {
    const { role = null, active: isActive = null, tier: kycTier = null, reason } = body;
    const change = { by, accountId, role, isActive, kycTier, reason };
    const result = await client.request(ChangeUser, change);
    if (result.kind !== "replied") return result;
    return { data: { user: result.data.user } };
  },
});

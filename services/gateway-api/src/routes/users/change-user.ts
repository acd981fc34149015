import {
  AccountRole,
  identityProposals,
  proposalRefusals,
  StaffUserDetailView,
  SuspendUser,
  userIn,
} from "@sanu/contracts";
import { z } from "zod";
import { AccountIdField, Reason } from "../../fields/fields.ts";
import { allRules, besideOthers, someNamedOf, where } from "../../fields/said-rules.ts";
import { propose } from "../approvals/propose.ts";
import { defineRoute } from "../define-route.ts";

const Body = z
  .object({
    role: AccountRole.optional(),
    active: z.boolean().optional().describe("False suspends; true lifts a suspension"),
    tier: z.int().min(0).max(3).optional(),
    reason: Reason,
  })
  .refine(
    ({ role, active, tier }) => role !== undefined || active !== undefined || tier !== undefined,
    { path: ["role"], ...besideOthers, params: { rule: "required" } },
  )
  .refine(({ role, active, tier }) => active !== false || (role ?? tier) === undefined, {
    path: ["active"],
    ...besideOthers,
    params: { rule: "alone" },
  })
  .meta(
    allRules(
      someNamedOf("role", "active", "tier"),
      where("active", [false], { not: someNamedOf("role", "tier") }),
    ),
  );

const userBody = { data: z.object({ user: StaffUserDetailView }) };

/** Nobody changes the own account. */
export const changeUser = defineRoute({
  operationId: "changeUser",
  method: "PATCH",
  url: "/users/:id",
  access: "admins",
  tag: "users",
  summary: "Suspend a user at once; propose a role, a tier or the end of a suspension",
  input: { params: z.object({ id: AccountIdField }), body: Body },
  success: { description: "The user, suspended", body: userBody },
  mayPropose: true,
  problems: proposalRefusals("change-user"),
  async handler({
    client,
    principal: { accountId: by },
    params: { id: accountId },
    body,
    language,
  }) {
    const { role, active, tier, reason } = body;
    // What only protects waits for nobody, and so nothing comes with it that waits.
    if (active === false) {
      const result = await client.request(SuspendUser, { by, accountId, reason });
      if (result.kind !== "replied") return result;
      return { data: { user: userIn(language, result.data.user) } };
    }
    const change = {
      ...(role !== undefined && { role }),
      ...(active === true && { active }),
      ...(tier !== undefined && { tier }),
    };
    const proposed = { operation: "change-user", account_id: accountId, ...change } as const;
    return propose(client, identityProposals, { by, reason, change: proposed });
  },
});

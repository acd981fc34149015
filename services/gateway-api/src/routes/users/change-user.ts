import { AccountRole, ChangeUser } from "@sanu/contracts";
import { z } from "zod";
import type { StaffClient } from "../../clients/staff.ts";
import { AccountIdField, Reason } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { StaffUserAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const Body = z
  .object({
    role: AccountRole.optional(),
    active: z.boolean().optional().describe("False suspends; true lifts a suspension"),
    tier: z.int().min(0).max(3).optional(),
    reason: Reason,
  })
  // Also when other fields are broken, so that all of them are told at once.
  .refine(
    ({ role, active, tier }) => role !== undefined || active !== undefined || tier !== undefined,
    { path: ["role"], when: () => true, params: { rule: "required" } },
  );

/** PATCH users/{id}: role, suspension and tier of a user, with a reason. Nobody changes the own account. */
export function changeUser(app: GatewayApp, staff: StaffClient): void {
  app.route({
    method: "PATCH",
    url: "/users/:id",
    schema: describeRoute(
      { params: z.object({ id: AccountIdField }), body: Body },
      {
        operationId: "changeUser",
        tag: "users",
        summary: "Change role, suspension or tier of a user; ends sessions where needed",
        success: { status: 200, description: "The user as changed", schema: StaffUserAnswer },
        problems: ChangeUser.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { role, active, tier, reason } = request.body;
      const change = {
        by: principalOf(request).accountId,
        accountId: request.params.id,
        role: role ?? null,
        isActive: active ?? null,
        kycTier: tier ?? null,
        reason,
      };
      const result = await staff.changeUser(change, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: { user: result.data.user } };
    },
  });
}

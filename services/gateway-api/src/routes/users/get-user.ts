import { GetUser } from "@sanu/contracts";
import { z } from "zod";
import type { StaffClient } from "../../clients/staff.ts";
import { AccountIdField } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { StaffUserAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

/** GET users/{id}: one user with what the staff decided about her. */
export function getUser(app: GatewayApp, staff: StaffClient): void {
  app.route({
    method: "GET",
    url: "/users/:id",
    schema: describeRoute(
      { params: z.object({ id: AccountIdField }) },
      {
        operationId: "getUser",
        tag: "users",
        summary: "One user, with what the staff decided about her",
        success: { status: 200, description: "The user", schema: StaffUserAnswer },
        problems: GetUser.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { id: accountId } = request.params;
      const result = await staff.getUser({ accountId }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: { user: result.data.user } };
    },
  });
}

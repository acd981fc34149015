import { AccountRole, AccountStatus, CountryCode, KycStatus, ListUsers } from "@sanu/contracts";
import { z } from "zod";
import type { StaffClient } from "../../clients/staff.ts";
import { pageFields, requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { UsersAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

const Query = z.object({
  ...pageFields,
  search: z
    .string()
    .trim()
    .pipe(requiredText(fieldLimits.searchLettersMax))
    .optional()
    .describe("Part of a name, address, handle or WhatsApp number, or an id"),
  role: AccountRole.optional(),
  status: AccountStatus.optional(),
  kyc_status: KycStatus.optional(),
  kyc_tier: z
    .string()
    .regex(/^[0-3]$/)
    .transform(Number)
    .optional(),
  country: CountryCode.optional(),
});

/** GET users: the users, newest first, filtered and searched. */
export function listUsers(app: GatewayApp, staff: StaffClient): void {
  app.route({
    method: "GET",
    url: "/users",
    schema: describeRoute(
      { querystring: Query },
      {
        operationId: "listUsers",
        tag: "users",
        summary: "The users, newest first",
        success: {
          status: 200,
          description: "One page; `meta.next_cursor` leads to the next",
          schema: UsersAnswer,
        },
        problems: ListUsers.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { query } = request;
      const filter = {
        limit: query.limit,
        cursor: query.cursor ?? null,
        search: query.search ?? null,
        role: query.role ?? null,
        status: query.status ?? null,
        kycStatus: query.kyc_status ?? null,
        kycTier: query.kyc_tier ?? null,
        country: query.country ?? null,
      };
      const result = await staff.listUsers(filter, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { rows, nextCursor } = result.data;
      return { success: true, users: rows, meta: { next_cursor: nextCursor } };
    },
  });
}

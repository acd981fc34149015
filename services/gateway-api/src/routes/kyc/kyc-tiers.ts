import { ChangeKycTierLimit } from "@sanu/contracts";
import { z } from "zod";
import type { StaffClient } from "../../clients/staff.ts";
import { Reason } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { KycTiersAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const Params = z.object({
  id: z
    .string()
    .regex(/^[0-3]$/)
    .transform(Number),
});
const Body = z.object({
  monthly_limit: z.int().min(0).max(fieldLimits.monthlyLimitXofMax).describe("Whole XOF"),
  reason: Reason,
});

/** GET kyc/tiers: what each tier allows. */
export function listKycTiers(app: GatewayApp, staff: StaffClient): void {
  app.route({
    method: "GET",
    url: "/kyc/tiers",
    schema: describeRoute(
      {},
      {
        operationId: "listKycTiers",
        tag: "kyc",
        summary: "The tiers and what each allows in a month",
        success: { status: 200, description: "Tiers 0 to 3", schema: KycTiersAnswer },
        problems: [],
      },
    ),
    handler: async (request, reply) => {
      const result = await staff.listKycTiers(callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: { tiers: result.data.tiers } };
    },
  });
}

/** PUT kyc/tiers/{id}: what a tier allows from now on, with a reason. */
export function changeKycTier(app: GatewayApp, staff: StaffClient): void {
  app.route({
    method: "PUT",
    url: "/kyc/tiers/:id",
    schema: describeRoute(
      { params: Params, body: Body },
      {
        operationId: "changeKycTier",
        tag: "kyc",
        summary: "Change what a tier allows in a month",
        success: { status: 200, description: "The tiers as changed", schema: KycTiersAnswer },
        problems: ChangeKycTierLimit.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { monthly_limit: monthlyLimit, reason } = request.body;
      const change = {
        by: principalOf(request).accountId,
        kycTier: request.params.id,
        monthlyLimitXof: `${monthlyLimit}`,
        reason,
      };
      const result = await staff.changeKycTierLimit(change, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: { tiers: result.data.tiers } };
    },
  });
}

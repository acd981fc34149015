import { ChangeKycTierLimit } from "@sanu/contracts";
import { z } from "zod";
import { Reason } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";
import { tiersBody } from "./tiers-body.ts";

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

export const changeKycTier = defineRoute({
  operationId: "changeKycTier",
  method: "PUT",
  url: "/kyc/tiers/:id",
  access: "admins",
  tag: "kyc",
  summary: "Change what a tier allows in a month",
  input: { params: Params, body: Body },
  success: { description: "The tiers as changed", body: tiersBody },
  problems: ChangeKycTierLimit.refusals,
  async handler({ client, principal: { accountId: by }, params: { id: kycTier }, body }) {
    const { monthly_limit: monthlyLimit, reason } = body;
    const change = { by, kycTier, monthlyLimitXof: `${monthlyLimit}`, reason };
    const result = await client.request(ChangeKycTierLimit, change);
    if (result.kind !== "replied") return result;
    return { data: { tiers: result.data.tiers } };
  },
});

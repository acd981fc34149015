import { identityProposals, proposalRefusals } from "@sanu/contracts";
import { z } from "zod";
import { Reason } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { propose, proposedSuccess } from "../approvals/propose.ts";
import { defineRoute } from "../define-route.ts";

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
  summary: "Propose what a tier allows in a month",
  input: { params: Params, body: Body },
  success: proposedSuccess,
  problems: proposalRefusals("change-tier-limit"),
  handler({ client, principal: { accountId: by }, params: { id: tier }, body }) {
    const { monthly_limit, reason } = body;
    const change = { operation: "change-tier-limit", tier, monthly_limit } as const;
    return propose(client, identityProposals, { by, reason, change });
  },
});

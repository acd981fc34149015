import {
  DecideKyc,
  identityProposals,
  KYC_TIER_HIGHEST,
  KycReviewView,
  type ProblemCode,
  proposalRefusals,
} from "@sanu/contracts";
import { z } from "zod";
import { IdField, Reason } from "../../fields/fields.ts";
import { propose } from "../approvals/propose.ts";
import { defineRoute } from "../define-route.ts";

/** What documents that prove a person's identity are worth, unless the staff says otherwise. */
const tierOfDocuments = 2;

const Approval = z.object({
  reason: Reason,
  tier: z
    .int()
    .min(1)
    .max(KYC_TIER_HIGHEST)
    .default(tierOfDocuments)
    .describe("A higher one stays as it is"),
});
const Rejection = z.object({ reason: Reason.describe("The user reads it") });

export const approveKyc = defineDecision({
  operationId: "approveKyc",
  url: "/kyc/submissions/:id/approve",
  summary: "Approve a submission and raise the user's tier; the highest is proposed",
  mayPropose: true,
  problems: proposalRefusals("approve-kyc"),
  body: Approval,
});

export const rejectKyc = defineDecision({
  operationId: "rejectKyc",
  url: "/kyc/submissions/:id/reject",
  summary: "Reject a submission",
  problems: DecideKyc.refusals.filter((code) => code !== "validation-failed"),
  body: Rejection,
});

/** The staff decides once and with a reason. */
function defineDecision(route: {
  readonly operationId: string;
  readonly url: string;
  readonly summary: string;
  readonly mayPropose?: boolean;
  readonly problems: readonly ProblemCode[];
  readonly body: z.ZodType<{ readonly reason: string; readonly tier?: number }>;
}) {
  const { operationId, url, summary, body, problems, mayPropose = false } = route;
  return defineRoute({
    operationId,
    method: "POST",
    url,
    access: "staff",
    tag: "kyc",
    summary,
    input: { params: z.object({ id: IdField }), body },
    success: {
      description: "As decided",
      body: { data: z.object({ submission: KycReviewView }) },
    },
    mayPropose,
    problems,
    async handler({ client, principal: { accountId: by }, params, body: { reason, tier = null } }) {
      if (mayPropose && tier === KYC_TIER_HIGHEST) {
        const { id: submission_id } = params;
        const change = { operation: "approve-kyc", submission_id, tier } as const;
        return propose(client, identityProposals, { by, reason, change });
      }
      const decision = { by, submissionId: params.id, kycTier: tier, reason };
      const result = await client.request(DecideKyc, decision);
      if (result.kind !== "replied") return result;
      return { data: { submission: result.data.submission } };
    },
  });
}

import { DecideKyc } from "@sanu/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { KycClient } from "../../clients/kyc.ts";
import { IdField, Reason } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { KycSubmissionAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

/** What documents that prove a person's identity are worth, unless the staff says otherwise. */
const tierOfDocuments = 2;

const Params = z.object({ id: IdField });
const Approval = z.object({
  reason: Reason,
  tier: z.int().min(1).max(3).default(tierOfDocuments).describe("A higher one stays as it is"),
});
const Rejection = z.object({ reason: Reason.describe("The user reads it") });

/** POST kyc/submissions/{id}/approve and /reject: the staff decides, once and with a reason. */
export function decideKyc(app: GatewayApp, kyc: KycClient): void {
  const success = { status: 200, description: "As decided", schema: KycSubmissionAnswer } as const;
  app.route({
    method: "POST",
    url: "/kyc/submissions/:id/approve",
    schema: describeRoute(
      { params: Params, body: Approval },
      {
        operationId: "approveKyc",
        tag: "kyc",
        summary: "Approve a submission and raise the user's tier",
        success,
        problems: DecideKyc.refusals,
      },
    ),
    handler: (request, reply) =>
      decide(kyc, { request, reply }, { ...request.params, ...request.body }),
  });
  app.route({
    method: "POST",
    url: "/kyc/submissions/:id/reject",
    schema: describeRoute(
      { params: Params, body: Rejection },
      {
        operationId: "rejectKyc",
        tag: "kyc",
        summary: "Reject a submission",
        success,
        problems: DecideKyc.refusals,
      },
    ),
    handler: (request, reply) =>
      decide(kyc, { request, reply }, { ...request.params, ...request.body, tier: null }),
  });
}

async function decide(
  kyc: KycClient,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  decision: { readonly id: string; readonly reason: string; readonly tier: number | null },
) {
  const { id: submissionId, reason, tier: kycTier } = decision;
  const { accountId: by } = principalOf(request);
  const result = await kyc.decide({ by, submissionId, kycTier, reason }, callOf(request));
  if (result.kind !== "replied") return refuse(reply, result);
  return { success: true, data: { submission: result.data.submission } };
}

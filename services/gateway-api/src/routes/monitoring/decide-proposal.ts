import { ApproveVerdict, CaseView, type ProblemCode, WithdrawProposal } from "@sanu/contracts";
import { z } from "zod";
import { CaseIdField, IdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

export const approveVerdict = defineDecision(ApproveVerdict, {
  operationId: "approveVerdict",
  url: "/monitoring/cases/:id/approve",
  summary: "Approve what somebody else proposed; an unknown attempt is concluded by it for good",
});

export const withdrawProposal = defineDecision(WithdrawProposal, {
  operationId: "withdrawProposal",
  url: "/monitoring/cases/:id/withdraw",
  summary: "Take a proposal away; nothing moves",
});

/** A proposal is named, so that nobody decides about another one than she has read. */
function defineDecision(
  definition: typeof ApproveVerdict | typeof WithdrawProposal,
  route: { readonly operationId: string; readonly url: string; readonly summary: string },
) {
  const problems: readonly ProblemCode[] = definition.refusals;
  return defineRoute({
    ...route,
    method: "POST",
    access: "admins",
    tag: "monitoring",
    input: {
      params: z.object({ id: CaseIdField }),
      body: z.object({ proposal_id: IdField.describe("The one that was read") }),
    },
    success: {
      description: "The case as it stands; again is the same",
      body: { data: z.object({ case: CaseView }) },
    },
    problems,
    async handler({ client, principal: { accountId: by }, params: { id: caseId }, body }) {
      const decision = { caseId, by, proposalId: body.proposal_id };
      const result = await client.command(definition, decision);
      return result.kind === "replied" ? { data: result.data } : result;
    },
  });
}

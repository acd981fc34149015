import { ApproveVerdict, CaseView, WithdrawProposal } from "@sanu/contracts";
import { z } from "zod";
import { CaseIdField, IdField, Reason } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

/** A proposal is named, so that nobody decides about another one than she has read. */
const Named = z.object({ proposal_id: IdField.describe("The one that was read") });

const shared = {
  method: "POST",
  access: "admins",
  tag: "monitoring",
  success: {
    description: "The case as it stands; again is the same",
    body: { data: z.object({ case: CaseView }) },
  },
} as const;
const params = z.object({ id: CaseIdField });

export const approveVerdict = defineRoute({
  ...shared,
  operationId: "approveVerdict",
  url: "/monitoring/cases/:id/approve",
  summary: "Approve what somebody else proposed; an unknown attempt is concluded by it for good",
  input: {
    params,
    body: Named.extend({ reason: Reason.describe("Kept where it can be erased") }),
  },
  problems: ApproveVerdict.refusals,
  async handler({ client, principal: { accountId: by }, params: { id: caseId }, body }) {
    const { proposal_id: proposalId, reason } = body;
    const result = await client.command(ApproveVerdict, { caseId, by, proposalId, reason });
    return result.kind === "replied" ? { data: result.data } : result;
  },
});

export const withdrawProposal = defineRoute({
  ...shared,
  operationId: "withdrawProposal",
  url: "/monitoring/cases/:id/withdraw",
  summary: "Take a proposal away; nothing moves",
  input: { params, body: Named },
  problems: WithdrawProposal.refusals,
  async handler({ client, principal: { accountId: by }, params: { id: caseId }, body }) {
    const { proposal_id: proposalId } = body;
    const result = await client.command(WithdrawProposal, { caseId, by, proposalId });
    return result.kind === "replied" ? { data: result.data } : result;
  },
});

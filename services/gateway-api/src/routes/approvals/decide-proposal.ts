import { decisionRefusals, type ProposalDecision, ProposalView } from "@sanu/contracts";
import { z } from "zod";
import { IdField, Reason } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";
import { findProposal } from "./find-proposal.ts";

const said = { reason: Reason };

export const approveProposal = defineDecision("approve", {
  operationId: "approveProposal",
  summary: "Approve what somebody else proposed: it is carried out, once",
  body: z.object({
    ...said,
    content_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("Of the proposal that was read"),
  }),
});

export const rejectProposal = defineDecision("reject", {
  operationId: "rejectProposal",
  summary: "Reject what somebody else proposed",
  body: z.object(said),
});

export const withdrawOwnProposal = defineDecision("withdraw", {
  operationId: "withdrawOwnProposal",
  summary: "Take one's own proposal away",
  body: z.object(said),
});

function defineDecision(
  decision: ProposalDecision,
  route: {
    readonly operationId: string;
    readonly summary: string;
    readonly body: z.ZodType<{ readonly reason: string; readonly content_sha256?: string }>;
  },
) {
  const { body: input, ...described } = route;
  return defineRoute({
    ...described,
    method: "POST",
    url: `/approvals/:id/${decision}`,
    access: "staff",
    tag: "approvals",
    input: { params: z.object({ id: IdField }), body: input },
    success: {
      description: "The proposal as decided; again is the same",
      body: { data: z.object({ proposal: ProposalView }) },
    },
    problems: decisionRefusals[decision],
    async handler({ client, principal: { accountId: by }, params: { id: proposalId }, body }) {
      const found = await findProposal(client, proposalId);
      if (found.kind !== "replied") return found;
      const { reason, content_sha256: contentSha256 = null } = body;
      const command = { by, proposalId, decision, reason, contentSha256 };
      const result = await client.command(found.of.decideProposal, command);
      return result.kind === "replied" ? { data: result.data } : result;
    },
  });
}

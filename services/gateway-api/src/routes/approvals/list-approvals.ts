import { ProposalOperation, ProposalStatus, ProposalView } from "@sanu/contracts";
import { z } from "zod";
import { AccountIdField, pageFields } from "../../fields/fields.ts";
import { defineList } from "../define-list.ts";
import { mergePages, type ProposalPage } from "./merge-pages.ts";
import { proposalServices } from "./services.ts";

const Query = z.object({
  ...pageFields,
  operation: ProposalOperation.optional(),
  status: ProposalStatus.default("proposed"),
  proposed_by: AccountIdField.optional(),
});

export const listApprovals = defineList({
  operationId: "listApprovals",
  url: "/approvals",
  access: "staff",
  tag: "approvals",
  summary: "What waits for a second person in all services, the oldest first",
  name: "approvals",
  row: ProposalView,
  query: Query,
  problems: ["validation-failed"],
  async ask(client, { limit, cursor = null, operation = null, status, proposed_by: by }) {
    const filter = { limit, cursor, operation, status, proposedBy: by ?? null };
    const replies = await Promise.all(
      proposalServices.map(({ listProposals }) => client.request(listProposals, filter)),
    );
    const pages: ProposalPage[] = [];
    for (const reply of replies) {
      if (reply.kind !== "replied") return reply;
      pages.push(reply.data);
    }
    return { kind: "replied", data: mergePages(pages, limit) };
  },
});

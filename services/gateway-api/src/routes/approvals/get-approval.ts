import { ProposalView } from "@sanu/contracts";
import { IdField } from "../../fields/fields.ts";
import { defineStaffDetail } from "../define-staff-detail.ts";
import { findProposal } from "./find-proposal.ts";

export const getApproval = defineStaffDetail({
  operationId: "getApproval",
  url: "/approvals/:id",
  tag: "approvals",
  summary: "One proposal: what it would do, and what became of it",
  id: IdField,
  description: "The proposal",
  name: "proposal",
  view: ProposalView,
  problems: ["not-found"],
  async find(client, id) {
    const found = await findProposal(client, id);
    return found.kind === "replied" ? { kind: "replied", data: found.data } : found;
  },
});

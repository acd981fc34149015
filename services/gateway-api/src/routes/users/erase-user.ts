import { identityProposals, proposalRefusals } from "@sanu/contracts";
import { z } from "zod";
import { AccountIdField, Reason } from "../../fields/fields.ts";
import { propose, proposedSuccess } from "../approvals/propose.ts";
import { defineRoute } from "../define-route.ts";

export const eraseUser = defineRoute({
  operationId: "eraseUser",
  method: "POST",
  url: "/users/:id/erase",
  access: "admins",
  tag: "users",
  summary: "Propose to delete everything about a user, for ever, once nothing of hers is open",
  input: { params: z.object({ id: AccountIdField }), body: z.object({ reason: Reason }) },
  success: proposedSuccess,
  problems: proposalRefusals("erase-user"),
  handler({ client, principal: { accountId: by }, params: { id }, body: { reason } }) {
    const change = { operation: "erase-user", account_id: id } as const;
    return propose(client, identityProposals, { by, reason, change });
  },
});

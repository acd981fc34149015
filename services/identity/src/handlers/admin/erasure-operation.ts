import type { UserErasure } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { type ProposedOperation, refuse } from "@sanu/platform";
import {
  assertAdminRemainsAfter,
  lastAdminConstraint,
} from "../../admin-actions/assert-admin-remains.ts";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { changeAccount } from "../../change-account.ts";
import type { ErasureDeps } from "../../erasure/request-erasure.ts";
import { findStaffUser, type StaffDeps } from "./list-users.ts";

/** Two of the staff order what a person can order herself; it is carried out once nothing of hers is open. */
export function erasureOperation({
  store,
  clock,
  ...staff
}: ErasureDeps & StaffDeps): ProposedOperation<UserErasure> {
  return {
    async check({ account_id: accountId }, by) {
      if ((await findStaffUser(staff, accountId)) === undefined) return refuse("not-found");
      return by === accountId ? refuse("forbidden") : { accountId };
    },
    async execute({ content, proposalId: erasureId, settle, ...approved }) {
      const { account_id: accountId } = content;
      const { proposedBy: by, approvedBy, reason, context } = approved;
      const at = clock.now();
      const what = { erase: true, approved_by: approvedBy };
      const result = await changeAccount(store, accountId, {
        command: { kind: "request-erasure", erasureId, by, at },
        context,
        writes: (_events, state) => [
          settle,
          insertAdminAction({ reasonId: newId(), accountId, by, what, reason, at }),
          ...assertAdminRemainsAfter(state),
        ],
      });
      // Whose account is erased already has nobody left, even where her rows came back: nothing would be deleted.
      const isErased = result.kind === "nothing-new" && result.state.status === "erased";
      if (result.kind === "refused" || isErased) return refuse("not-found");
      if (result.kind === "accepted") return { kind: "executed" };
      const isLastAdmin = result.kind === "constraint" && result.constraint === lastAdminConstraint;
      return isLastAdmin ? refuse("forbidden") : result;
    },
  };
}

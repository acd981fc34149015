import type { UserChange } from "@sanu/contracts";
import { fold } from "@sanu/kernel";
import { type ProposedOperation, refuse } from "@sanu/platform";
import { account } from "../../account/decide.ts";
import { accessAsOf } from "../../account/decide-admin-action.ts";
import {
  type AccessChange,
  type ChangeAccessDeps,
  changeAccess,
  commandOf,
  problemOf,
} from "./change-access.ts";
import { findStaffUser } from "./list-users.ts";

/** Roles, tiers and the end of a suspension. */
export function userOperation(deps: ChangeAccessDeps): ProposedOperation<UserChange> {
  return {
    async check(content, by) {
      const { account_id: accountId } = content;
      if ((await findStaffUser(deps, accountId)) === undefined) return refuse("not-found");
      const state = fold(account, (await deps.store.load(accountId)).events);
      const change = accessChange(content, { by, approvedBy: null, reason: "" });
      const command = commandOf(change, deps.clock);
      const decision = account.decide(state, command);
      if (decision.kind === "refused") return refuse(problemOf(decision.refusal.code));
      if (state.status === "unregistered" || state.status === "erased") return refuse("not-found");
      return { accountId, asOf: { ...accessAsOf(state, command) } };
    },
    async execute({ content, asOf, proposedBy: by, approvedBy, reason, settle, context }) {
      const { account_id: accountId } = content;
      if ((await findStaffUser(deps, accountId)) === undefined) return refuse("not-found");
      const change = { ...accessChange(content, { by, approvedBy, reason }), asOf };
      return changeAccess(deps, change, { context, writes: [settle] });
    },
  };
}

function accessChange(
  { account_id: accountId, role, active, tier }: UserChange,
  of: Pick<AccessChange, "by" | "approvedBy" | "reason">,
): AccessChange {
  return {
    accountId,
    role: role ?? null,
    isActive: active ?? null,
    kycTier: tier ?? null,
    ...of,
  };
}

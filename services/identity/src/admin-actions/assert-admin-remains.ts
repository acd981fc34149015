import type { AccountId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { Account } from "../account/state.ts";

/** The constraint that breaks where nobody would be left who may administer. */
export const lastAdminConstraint = "accounts_an_admin_remains";

/**
 * Belongs to every commit after which an admin may be none any more: breaks `lastAdminConstraint` where no other active
 * admin is left. Such commits wait for each other, so that two admins cannot end each other in one moment.
 */
export function assertAdminRemains(accountId: AccountId): Statement {
  return CompiledQuery.raw("select assert_admin_remains($1)", [accountId]);
}

/** The same for a commit that takes no role: it needs the look only where the account is an admin still. */
export function assertAdminRemainsAfter(state: Account): readonly Statement[] {
  const hasRoles = state.status !== "unregistered" && state.status !== "erased";
  return hasRoles && state.roles.includes("admin") ? [assertAdminRemains(state.accountId)] : [];
}

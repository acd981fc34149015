import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { actAtShell } from "./act-at-shell.ts";
import { findVerified } from "./find-verified.ts";

type Deps = Parameters<typeof actAtShell>[0] & { readonly database: Database };

export interface LiftedAdmin {
  readonly accountId: AccountId;
  readonly was: "lifted" | "not-suspended";
}

/**
 * The way back where the admins have suspended each other and nobody is left to propose or to approve. `undefined` where the
 * address has no account of an admin: for everybody else two decide.
 */
export async function liftAdmin(
  deps: Deps,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<LiftedAdmin | undefined> {
  const found = await findVerified(deps.database, email);
  if (!found?.roles.includes("admin")) return undefined;
  const { accountId } = found;
  const isLifted = await actAtShell(deps, accountId, {
    commandOf: (action) => ({ kind: "lift-suspension", ...action }),
    what: { active: true },
    reason,
    endsSessions: false,
  });
  return { accountId, was: isLifted ? "lifted" : "not-suspended" };
}

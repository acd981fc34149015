import type { AccountRole } from "@sanu/contracts";
import { type AccountId, type Clock, newId } from "@sanu/kernel";
import { type Execution, type RequestContext, refuse, type Statement } from "@sanu/platform";
import type { AccessAsOf, ChangeAccess } from "../../account/commands.ts";
import type { AccountEvent } from "../../account/events.ts";
import type { AccountRefusal } from "../../account/refusals.ts";
import type { Account } from "../../account/state.ts";
import type { AccountDeps } from "../../account-deps.ts";
import {
  assertAdminRemains,
  assertAdminRemainsAfter,
  lastAdminConstraint,
} from "../../admin-actions/assert-admin-remains.ts";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { changeAccount } from "../../change-account.ts";
import { revokeSessions } from "../../sessions/revoke-sessions.ts";

export interface ChangeAccessDeps extends AccountDeps {
  readonly afterRevocation: () => void;
}

/** What is decided about an account; null leaves as it is. */
export interface AccessChange {
  readonly accountId: AccountId;
  readonly by: AccountId;
  /** Null where one person is enough. */
  readonly approvedBy: AccountId | null;
  readonly role: AccountRole | null;
  readonly isActive: boolean | null;
  readonly kycTier: number | null;
  readonly reason: string;
  /** Absent where it counts whatever stands. */
  readonly asOf?: AccessAsOf;
}

interface Outcome {
  readonly events: readonly AccountEvent[];
  readonly state: Account;
}

/** All of it or nothing. The same again is no news. */
export async function changeAccess(
  deps: ChangeAccessDeps,
  change: AccessChange,
  of: { readonly context: RequestContext; readonly writes?: readonly Statement[] },
): Promise<Execution> {
  const command = commandOf(change, deps.clock);
  const result = await changeAccount(deps.store, change.accountId, {
    command,
    context: of.context,
    writes: (events, state) => [
      ...(of.writes ?? []),
      ...writesOf(change, command, { events, state }),
    ],
  });
  switch (result.kind) {
    case "accepted":
      deps.afterRevocation();
      return { kind: "executed" };
    case "nothing-new":
      return { kind: "nothing-new" };
    case "refused":
      if (result.refusal.code === "outdated") return { kind: "outdated" };
      return refuse(problemOf(result.refusal.code));
    case "constraint":
      // Nobody would be left: not even the author, who was an admin when she asked.
      return result.constraint === lastAdminConstraint ? refuse("forbidden") : result;
  }
}

export function problemOf(code: AccountRefusal): "forbidden" | "user-not-verified" | "not-found" {
  if (code === "own-account") return "forbidden";
  return code === "erased" ? "not-found" : "user-not-verified";
}

export function commandOf(change: AccessChange, clock: Clock): ChangeAccess {
  const { by, role, isActive, kycTier, asOf } = change;
  return {
    kind: "change-access",
    by,
    reasonId: newId(),
    at: clock.now(),
    ...(role === null ? {} : { roles: [role] }),
    ...(isActive === null ? {} : { isSuspended: !isActive }),
    ...(kycTier === null ? {} : { kycTier }),
    ...(asOf !== undefined && { asOf }),
  };
}

/** Tokens name roles, and a suspended account has none: whoever holds one has to log in again. */
function writesOf(
  { accountId, role, isActive, kycTier, reason, approvedBy }: AccessChange,
  { by, reasonId, at }: ChangeAccess,
  { events, state }: Outcome,
): readonly Statement[] {
  const what = {
    ...(role === null ? {} : { role }),
    ...(isActive === null ? {} : { active: isActive }),
    ...(kycTier === null ? {} : { tier: kycTier }),
    ...(approvedBy === null ? {} : { approved_by: approvedBy }),
  };
  const ends = events.flatMap(({ type }) => {
    if (type === "AccountSuspended") return ["suspended" as const];
    return type === "RolesChanged" ? ["roles-changed" as const] : [];
  });
  return [
    insertAdminAction({ reasonId, accountId, by, what, reason, at }),
    ...adminWrites(accountId, { events, state }),
    ...ends.slice(0, 1).map((end) => revokeSessions(accountId, end, { at })),
  ];
}

function adminWrites(accountId: AccountId, { events, state }: Outcome): readonly Statement[] {
  // The state behind the change names the role no more that the change took.
  const mayLoseRole = events.some(
    (event) => event.type === "RolesChanged" && !event.roles.includes("admin"),
  );
  if (mayLoseRole) return [assertAdminRemains(accountId)];
  const isSuspended = events.some(({ type }) => type === "AccountSuspended");
  return isSuspended ? assertAdminRemainsAfter(state) : [];
}

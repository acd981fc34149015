import { ChangeUser, type RequestData } from "@sanu/contracts";
import { type AccountId, type Clock, newId, unreachable } from "@sanu/kernel";
import { handleRequest, type RequestContext, refuse, type Statement } from "@sanu/platform";
import type { ChangeAccess } from "../../account/commands.ts";
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
import { findStaffUser } from "./list-users.ts";

export interface ChangeUserDeps extends AccountDeps {
  readonly afterRevocation: () => void;
}

type Input = RequestData<typeof ChangeUser>;

interface Outcome {
  readonly events: readonly AccountEvent[];
  readonly state: Account;
}

/** All of it or nothing. The same again is no news. */
export const changeUser = (deps: ChangeUserDeps) =>
  handleRequest(ChangeUser, async (request, context) => {
    // An erased person has no access any more that could change.
    if ((await findStaffUser(deps, request.accountId)) === undefined) return refuse("not-found");
    const code = await changeAccess(deps, request, context);
    if (code !== undefined) return refuse(code);
    const user = await findStaffUser(deps, request.accountId);
    return user === undefined ? refuse("not-found") : { user };
  });

async function changeAccess(
  deps: ChangeUserDeps,
  request: Input,
  context: RequestContext,
): Promise<"forbidden" | "user-not-verified" | "not-found" | undefined> {
  const command = commandOf(request, deps.clock);
  const result = await changeAccount(deps.store, request.accountId, {
    command,
    context,
    writes: (events, state) => writesOf(request, command, { events, state }),
  });
  switch (result.kind) {
    case "accepted":
      deps.afterRevocation();
      return undefined;
    case "nothing-new":
      return undefined;
    case "refused":
      return problemOf(result.refusal.code);
    case "constraint":
      // Nobody would be left: not even the author, who was an admin when she asked.
      if (result.constraint === lastAdminConstraint) return "forbidden";
      throw new Error(`A change of a user broke ${result.constraint}`);
    default:
      return unreachable(result);
  }
}

function problemOf(code: AccountRefusal): "forbidden" | "user-not-verified" | "not-found" {
  if (code === "own-account") return "forbidden";
  return code === "erased" ? "not-found" : "user-not-verified";
}

function commandOf({ by, role, isActive, kycTier }: Input, clock: Clock): ChangeAccess {
  return {
    kind: "change-access",
    by,
    reasonId: newId(),
    at: clock.now(),
    ...(role === null ? {} : { roles: [role] }),
    ...(isActive === null ? {} : { isSuspended: !isActive }),
    ...(kycTier === null ? {} : { kycTier }),
  };
}

/** Tokens name roles, and a suspended account has none: whoever holds one has to log in again. */
function writesOf(
  { accountId, role, isActive, kycTier, reason }: Input,
  { by, reasonId, at }: ChangeAccess,
  { events, state }: Outcome,
): readonly Statement[] {
  const what = {
    ...(role === null ? {} : { role }),
    ...(isActive === null ? {} : { active: isActive }),
    ...(kycTier === null ? {} : { tier: kycTier }),
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

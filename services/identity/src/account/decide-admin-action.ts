import type { AccountRole } from "@sanu/contracts";
import { accepted, type Decision, nothingNew, refused, unreachable } from "@sanu/kernel";
import type {
  AccessAsOf,
  AdminAction,
  ChangeAccess,
  ChangeKycTier,
  ChangeRoles,
  LiftSuspension,
  SuspendAccount,
} from "./commands.ts";
import type { AccountEvent } from "./events.ts";
import type { AccountRefusal } from "./refusals.ts";
import { EVERYBODYS_ROLE, type KnownAccount } from "./state.ts";

type SingleAdminCommand = SuspendAccount | LiftSuspension | ChangeRoles | ChangeKycTier;

export type AdminCommand = SingleAdminCommand | ChangeAccess;

type AdminDecision = Decision<AccountEvent, AccountRefusal>;

/**
 * What an account answers to decisions of the staff; several are carried out together or not at all. Nobody decides
 * about the own account.
 */
export function decideAdminCommand(state: KnownAccount, command: AdminCommand): AdminDecision {
  if (command.by === state.accountId) return refused("own-account");
  if (command.kind !== "change-access") return decideSingle(state, command);
  if (isOutdated(state, command)) return refused("outdated");
  const events: AccountEvent[] = [];
  for (const single of singlesOf(command)) {
    const decision = decideSingle(state, single);
    if (decision.kind === "refused") return decision;
    if (decision.kind === "accepted") events.push(...decision.events);
  }
  const [first, ...others] = events;
  return first === undefined ? nothingNew() : accepted(first, ...others);
}

function isOutdated(state: KnownAccount, command: ChangeAccess): boolean {
  const { asOf } = command;
  return asOf !== undefined && JSON.stringify(asOf) !== JSON.stringify(accessAsOf(state, command));
}

/** What a change would be of now. */
export function accessAsOf(
  state: KnownAccount,
  { roles, isSuspended, kycTier }: Pick<ChangeAccess, "roles" | "isSuspended" | "kycTier">,
): AccessAsOf {
  return {
    ...(roles !== undefined && { roles: state.roles }),
    ...(kycTier !== undefined && { tier: state.kycTier }),
    ...(isSuspended !== undefined && { suspension: state.suspension?.reasonId ?? null }),
  };
}

/** They touch different parts of an account, so that none depends on the one before. */
function singlesOf(command: ChangeAccess): readonly SingleAdminCommand[] {
  const { roles, isSuspended, kycTier } = command;
  const action = adminActionOf(command);
  const singles: SingleAdminCommand[] = [];
  if (roles !== undefined) singles.push({ kind: "change-roles", ...action, roles });
  if (kycTier !== undefined) singles.push({ kind: "change-kyc-tier", ...action, kycTier });
  if (isSuspended !== undefined) {
    singles.push({ kind: isSuspended ? "suspend" : "lift-suspension", ...action });
  }
  return singles;
}

/** What an account answers to one decision of the staff. Only proved accounts are worth one. */
function decideSingle(state: KnownAccount, command: SingleAdminCommand): AdminDecision {
  if (state.status === "pending") return refused("not-verified");
  const base = { v: 1, accountId: state.accountId, ...adminActionOf(command) } as const;
  switch (command.kind) {
    case "suspend":
      if (state.status === "suspended" && state.suspension?.by === command.by) return nothingNew();
      return accepted({ type: "AccountSuspended", ...base });
    case "lift-suspension":
      if (state.status !== "suspended") return nothingNew();
      return accepted({ type: "SuspensionLifted", ...base });
    case "change-roles": {
      const roles = ordered(command.roles);
      if (isSame(roles, state.roles)) return nothingNew();
      return accepted({ type: "RolesChanged", ...base, roles });
    }
    case "change-kyc-tier":
      if (state.kycTier === command.kycTier) return nothingNew();
      return accepted({ type: "KycTierChanged", ...base, kycTier: command.kycTier });
    default:
      return unreachable(command);
  }
}

function adminActionOf({ by, reasonId, at }: AdminAction): AdminAction {
  return { by, reasonId, at };
}

/** Each role once, in one order, and everybody's among them. */
function ordered(roles: readonly AccountRole[]): readonly AccountRole[] {
  return [...new Set<AccountRole>([EVERYBODYS_ROLE, ...roles])].toSorted();
}

function isSame(one: readonly AccountRole[], other: readonly AccountRole[]): boolean {
  return one.length === other.length && one.every((role, index) => role === other[index]);
}

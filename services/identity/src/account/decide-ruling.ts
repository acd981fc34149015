import type { AccountRole } from "@sanu/contracts";
import { accepted, type Decision, nothingNew, refused, unreachable } from "@sanu/kernel";
import type {
  ChangeAccess,
  ChangeKycTier,
  ChangeRoles,
  LiftSuspension,
  Ruling,
  SuspendAccount,
} from "./commands.ts";
import type { AccountEvent } from "./events.ts";
import type { AccountRefusal } from "./refusals.ts";
import { EVERYBODYS_ROLE, type KnownAccount } from "./state.ts";

type SingleRuling = SuspendAccount | LiftSuspension | ChangeRoles | ChangeKycTier;

/** What the staff decides about an account, with its author and a reason. */
export type AccountRuling = SingleRuling | ChangeAccess;

type RulingDecision = Decision<AccountEvent, AccountRefusal>;

/**
 * What an account answers to decisions of the staff; several are carried out together or not at all. Nobody decides
 * about the own account.
 */
export function decideRulings(state: KnownAccount, command: AccountRuling): RulingDecision {
  if (command.by === state.accountId) return refused("own-account");
  if (command.kind !== "change-access") return decideRuling(state, command);
  const events: AccountEvent[] = [];
  for (const single of singlesOf(command)) {
    const decision = decideRuling(state, single);
    if (decision.kind === "refused") return decision;
    if (decision.kind === "accepted") events.push(...decision.events);
  }
  const [first, ...others] = events;
  return first === undefined ? nothingNew() : accepted(first, ...others);
}

/** They touch different parts of an account, so that none depends on the one before. */
function singlesOf(command: ChangeAccess): readonly SingleRuling[] {
  const { roles, isSuspended, kycTier } = command;
  const ruling = rulingOf(command);
  const singles: SingleRuling[] = [];
  if (roles !== undefined) singles.push({ kind: "change-roles", ...ruling, roles });
  if (kycTier !== undefined) singles.push({ kind: "change-kyc-tier", ...ruling, kycTier });
  if (isSuspended !== undefined) {
    singles.push({ kind: isSuspended ? "suspend" : "lift-suspension", ...ruling });
  }
  return singles;
}

/** What an account answers to one decision of the staff. Only proved accounts are worth one. */
function decideRuling(state: KnownAccount, command: SingleRuling): RulingDecision {
  if (state.status === "pending") return refused("not-verified");
  const said = { v: 1, accountId: state.accountId, ...rulingOf(command) } as const;
  switch (command.kind) {
    case "suspend":
      if (state.status === "suspended") return nothingNew();
      return accepted({ type: "AccountSuspended", ...said });
    case "lift-suspension":
      if (state.status !== "suspended") return nothingNew();
      return accepted({ type: "SuspensionLifted", ...said });
    case "change-roles": {
      const roles = ordered(command.roles);
      if (isSame(roles, state.roles)) return nothingNew();
      return accepted({ type: "RolesChanged", ...said, roles });
    }
    case "change-kyc-tier":
      if (state.kycTier === command.kycTier) return nothingNew();
      return accepted({ type: "KycTierChanged", ...said, kycTier: command.kycTier });
    default:
      return unreachable(command);
  }
}

function rulingOf({ by, reasonId, at }: Ruling): Ruling {
  return { by, reasonId, at };
}

/** Each role once, in one order, and everybody's among them. */
function ordered(roles: readonly AccountRole[]): readonly AccountRole[] {
  return [...new Set<AccountRole>([EVERYBODYS_ROLE, ...roles])].toSorted();
}

function isSame(one: readonly AccountRole[], other: readonly AccountRole[]): boolean {
  return one.length === other.length && one.every((role, index) => role === other[index]);
}

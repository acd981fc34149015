import { accepted, type Decision, nothingNew, refused, unreachable } from "@sanu/kernel";
import type { AccountCommand, ChangeOrderingKeys, RegisterAccount } from "./commands.ts";
import { type AdminCommand, decideAdminCommand } from "./decide-admin-action.ts";
import { decideErasure, decideOnErased, type ErasureCommand } from "./decide-erasure.ts";
import { decideKyc, type KycCommand } from "./decide-kyc.ts";
import { decideOrderingKeys } from "./decide-ordering-keys.ts";
import type { AccountEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { AccountRefusal } from "./refusals.ts";
import { type Account, type KnownAccount, KYC_TIER_OF_EMAIL, unregistered } from "./state.ts";

export type AccountDecision = Decision<AccountEvent, AccountRefusal>;
type OwnCommand = Exclude<
  AccountCommand,
  RegisterAccount | AdminCommand | ChangeOrderingKeys | KycCommand | ErasureCommand
>;

export function decide(state: Account, command: AccountCommand): AccountDecision {
  if (command.kind === "register") return register(state, command);
  if (state.status === "unregistered") return refused("not-registered");
  if (state.status === "erased") return decideOnErased(command);
  switch (command.kind) {
    case "suspend":
    case "lift-suspension":
    case "change-roles":
    case "change-kyc-tier":
    case "change-access":
      return decideAdminCommand(state, command);
    case "change-ordering-keys":
      return decideOrderingKeys(state, command);
    case "submit-kyc":
    case "approve-kyc":
    case "reject-kyc":
    case "open-kyc-document":
      return decideKyc(state, command);
    case "request-erasure":
    case "erase":
    case "refuse-erasure":
      return decideErasure(state, command);
    default:
      return decideOwn(state, command);
  }
}

function register(state: Account, command: RegisterAccount): AccountDecision {
  if (state.status !== "unregistered") return nothingNew();
  const { accountId, country, at } = command;
  return accepted({ type: "AccountRegistered", v: 1, accountId, country, registeredAt: at });
}

function decideOwn(state: KnownAccount, command: OwnCommand): AccountDecision {
  switch (command.kind) {
    case "activate":
      return activate(state, command.at);
    case "deactivate":
      return deactivate(state, command.at);
    case "reactivate":
      return reactivate(state, command.at);
    case "reset-password":
      return resetPassword(state, command.at);
    case "change-country":
      return changeCountry(state, command);
    default:
      return unreachable(command);
  }
}

function activate(state: KnownAccount, at: AccountCommand["at"]): AccountDecision {
  // Whatever became of it since: this registration was proved, and proving it again changes nothing.
  if (state.status !== "pending") return nothingNew();
  return accepted({
    type: "AccountActivated",
    v: 1,
    accountId: state.accountId,
    country: state.country,
    kycTier: KYC_TIER_OF_EMAIL,
    activatedAt: at,
  });
}

function deactivate(state: KnownAccount, at: AccountCommand["at"]): AccountDecision {
  if (state.status === "deactivated") return nothingNew();
  if (state.status === "pending") return refused("not-verified");
  if (state.status === "suspended") return refused("suspended");
  return accepted({ type: "AccountDeactivated", v: 1, accountId: state.accountId, at });
}

function reactivate(state: KnownAccount, at: AccountCommand["at"]): AccountDecision {
  if (state.status === "active") return nothingNew();
  if (state.status === "pending") return refused("not-verified");
  if (state.status === "suspended") return refused("suspended");
  return accepted({ type: "AccountReactivated", v: 1, accountId: state.accountId, at });
}

/** Also for a closed account, whose owner may have forgotten the password, and opens it no more than before. */
function resetPassword(state: KnownAccount, at: AccountCommand["at"]): AccountDecision {
  if (state.status === "pending") return refused("not-verified");
  if (state.status === "suspended") return refused("suspended");
  return accepted({ type: "PasswordReset", v: 1, accountId: state.accountId, at });
}

function changeCountry(
  state: KnownAccount,
  { country, at }: Extract<AccountCommand, { kind: "change-country" }>,
): AccountDecision {
  if (state.country === country) return nothingNew();
  if (state.status === "suspended") return refused("suspended");
  if (state.status === "deactivated") return refused("deactivated");
  if (state.status === "pending") return refused("not-verified");
  return accepted({ type: "CountryChanged", v: 1, accountId: state.accountId, country, at });
}

export const account = { initial: unregistered, decide, evolve };

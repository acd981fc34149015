import {
  accepted,
  type Decider,
  type Decision,
  nothingNew,
  refused,
  unreachable,
} from "@sanu/kernel";
import type { AccountCommand, ActivateAccount, RegisterAccount } from "./commands.ts";
import type { AccountEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { AccountRefusal } from "./refusals.ts";
import { type Account, KYC_TIER_OF_EMAIL, unregistered } from "./state.ts";

type AccountDecision = Decision<AccountEvent, AccountRefusal>;

/** What an account answers to a command. */
export function decide(state: Account, command: AccountCommand): AccountDecision {
  switch (command.kind) {
    case "register":
      return register(state, command);
    case "activate":
      return activate(state, command);
    default:
      return unreachable(command);
  }
}

function register(state: Account, command: RegisterAccount): AccountDecision {
  if (state.status !== "unregistered") return nothingNew();
  const { accountId, country, at } = command;
  return accepted({ type: "AccountRegistered", v: 1, accountId, country, registeredAt: at });
}

function activate(state: Account, command: ActivateAccount): AccountDecision {
  if (state.status === "active") return nothingNew();
  if (state.status === "unregistered") return refused("not-registered");
  return accepted({
    type: "AccountActivated",
    v: 1,
    accountId: state.accountId,
    country: state.country,
    kycTier: KYC_TIER_OF_EMAIL,
    activatedAt: command.at,
  });
}

/** The aggregate: where it starts, how facts change it and what it answers. */
export const account: Decider<Account, AccountCommand, AccountEvent, AccountRefusal> = {
  initial: unregistered,
  decide,
  evolve,
};

import { unreachable } from "@sanu/kernel";
import type { AccountEvent } from "./events.ts";
import type { Account } from "./state.ts";

/** The account after one more event. */
export function evolve(_state: Account, event: AccountEvent): Account {
  const { accountId, country } = event;
  switch (event.type) {
    case "AccountRegistered":
      return { status: "pending", accountId, country };
    case "AccountActivated":
      return { status: "active", accountId, country };
    default:
      return unreachable(event);
  }
}

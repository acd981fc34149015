import type { AccountId } from "@sanu/kernel";
import { type DeciderRun, type EventStore, runDecider } from "@sanu/platform";
import type { AccountCommand } from "./account/commands.ts";
import { account } from "./account/decide.ts";
import type { AccountEvent } from "./account/events.ts";
import type { AccountRefusal } from "./account/refusals.ts";
import type { Account } from "./account/state.ts";

type Run = DeciderRun<Account, AccountCommand, AccountEvent, AccountRefusal>;

/** Decides about an account, and writes what comes of it. */
export function changeAccount(
  store: EventStore<AccountEvent>,
  accountId: AccountId,
  change: Pick<Run, "command" | "context" | "isNew" | "writes">,
) {
  return runDecider({ store, decider: account, streamId: accountId, ...change });
}

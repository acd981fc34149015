import { type AccountId, type Clock, newId, unreachable } from "@sanu/kernel";
import type { EventStore } from "@sanu/platform";
import type { AdminAction } from "../../account/commands.ts";
import type { AdminCommand } from "../../account/decide-admin-action.ts";
import type { AccountEvent } from "../../account/events.ts";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { OPERATOR } from "../../admin-actions/operator.ts";
import { changeAccount } from "../../change-account.ts";
import { revokeSessions } from "../../sessions/revoke-sessions.ts";

interface ShellAct {
  readonly commandOf: (action: AdminAction) => AdminCommand;
  readonly what: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** Where the tokens that are out there name other roles. */
  readonly endsSessions: boolean;
}

/** What an operator decides alone about an account, with the reason kept; `false` where it is so already. */
export async function actAtShell(
  { store, clock }: { readonly store: EventStore<AccountEvent>; readonly clock: Clock },
  accountId: AccountId,
  { commandOf, what, reason, endsSessions }: ShellAct,
): Promise<boolean> {
  const action = { by: OPERATOR, reasonId: newId<string>(), at: clock.now() };
  const result = await changeAccount(store, accountId, {
    command: commandOf(action),
    context: contextOfShell(),
    writes: () => [
      insertAdminAction({ ...action, accountId, what, reason }),
      ...(endsSessions ? [revokeSessions(accountId, "roles-changed", action)] : []),
    ],
  });
  switch (result.kind) {
    case "accepted":
      return true;
    case "nothing-new":
      return false;
    case "refused":
      throw new Error(`The account refused: ${result.refusal.code}`);
    case "constraint":
      throw new Error(`What was decided broke ${result.constraint}`);
    default:
      return unreachable(result);
  }
}

export function contextOfShell() {
  const correlationId: string = newId();
  return { correlationId, causationId: correlationId };
}

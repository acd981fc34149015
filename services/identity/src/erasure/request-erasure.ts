import type { SealedView } from "@sanu/contracts";
import { type AccountId, type Clock, fold, unreachable } from "@sanu/kernel";
import { type CommandContext, type EventStore } from "@sanu/platform";
import { account } from "../account/decide.ts";
import type { AccountEvent } from "../account/events.ts";
import type { Account } from "../account/state.ts";
import {
  assertAdminRemainsAfter,
  lastAdminConstraint,
} from "../admin-actions/assert-admin-remains.ts";
import { changeAccount } from "../change-account.ts";
import { erasureLimits } from "./erasure-limits.ts";

export interface ErasureDeps {
  readonly store: EventStore<AccountEvent>;
  readonly clock: Clock;
}

/**
 * What became of an erasure. `under-way`: transactions has not said yet whether anything is open. `last-admin`: nobody
 * else administers; only of the own account.
 */
export type ErasureOutcome = "erased" | "refused" | "under-way" | "unknown-account" | "last-admin";

/** What of her is sealed, where she is erased and something is. */
export interface ErasureEnd {
  readonly outcome: ErasureOutcome;
  readonly sealed?: SealedView | undefined;
}

export interface ErasureRequest {
  readonly accountId: AccountId;
  readonly erasureId: string;
  readonly by: AccountId;
}

/**
 * Asks for an erasure and waits, for so long, for what becomes of it. It goes on by itself where nobody waits any
 * more. While another one is under way it is that one.
 */
export async function requestErasure(
  { store, clock }: ErasureDeps,
  { accountId, erasureId, by }: ErasureRequest,
  { context, waitMs }: { readonly context: CommandContext; readonly waitMs: number },
): Promise<ErasureEnd> {
  const endsAt = performance.now() + waitMs;
  const result = await changeAccount(store, accountId, {
    command: { kind: "request-erasure", erasureId, by, at: clock.now() },
    context,
    // Who works at the shell can make another admin there.
    writes: (_events, state) => (by === accountId ? assertAdminRemainsAfter(state) : []),
  });
  switch (result.kind) {
    case "accepted":
    case "nothing-new":
      break;
    case "refused":
      return { outcome: "unknown-account" };
    case "constraint":
      if (result.constraint === lastAdminConstraint) return { outcome: "last-admin" };
      throw new Error(`An erasure request broke ${result.constraint}`);
    default:
      return unreachable(result);
  }
  let end = endOf(result.state);
  while (end.outcome === "under-way" && performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, erasureLimits.checkMs));
    end = endOf(await loadAccount(store, accountId));
  }
  return end;
}

/** The account as the log says, whichever process wrote last. */
export async function loadAccount(
  store: EventStore<AccountEvent>,
  accountId: AccountId,
): Promise<Account> {
  const { events } = await store.load(accountId);
  return fold(account, events);
}

function endOf(state: Account): ErasureEnd {
  if (state.status === "erased") return { outcome: "erased", sealed: state.sealed };
  if (state.status === "unregistered") return { outcome: "unknown-account" };
  return { outcome: state.erasure?.refusedFor === undefined ? "under-way" : "refused" };
}

import type { ApiKeyView } from "@sanu/contracts";
import { type AccountId, type Instant, instant, xof } from "@sanu/kernel";
import {
  brokenConstraint,
  type Database,
  type EventStore,
  type RequestContext,
  type Statement,
} from "@sanu/platform";
import type { AdminAction, OrderingKey } from "../../account/commands.ts";
import type { AccountEvent } from "../../account/events.ts";
import type { AccountRefusal } from "../../account/refusals.ts";
import { changeAccount } from "../../change-account.ts";

export interface CommitKeyDeps {
  readonly database: Database;
  readonly store: EventStore<AccountEvent>;
}

export type KeyCommit =
  | { readonly kind: "committed" }
  | { readonly kind: "refused"; readonly code: AccountRefusal }
  | { readonly kind: "constraint"; readonly constraint: string };

/** What the key allows whoever orders by it; `undefined` where it opens no orders. */
export function orderingKeyOf(
  { id: keyId, open_transactions_max, monthly_limit, expires_at }: ApiKeyView,
  endsAt: Instant = instant(expires_at),
): OrderingKey | undefined {
  if (open_transactions_max === null || monthly_limit === null) return undefined;
  const monthlyLimitXof = xof(BigInt(monthly_limit));
  return { keyId, openTransactionsMax: open_transactions_max, monthlyLimitXof, endsAt };
}

/**
 * Commits a change of keys. Of those that order it is an event of their account, by which transactions hears of it in the
 * same commit; the others are rows alone.
 */
export async function commitKeys(
  { database, store }: CommitKeyDeps,
  change: {
    readonly accountId: AccountId;
    readonly keys: readonly (OrderingKey | undefined)[];
    readonly action: AdminAction;
    readonly context: RequestContext;
    readonly writes: readonly Statement[];
  },
): Promise<KeyCommit> {
  const { accountId, action, context, writes } = change;
  const keys = change.keys.flatMap((key) => key ?? []);
  if (keys.length === 0) return commitRows(database, writes);
  const { by, reasonId, at } = action;
  const command = { kind: "change-ordering-keys", keys, by, reasonId, at } as const;
  const result = await changeAccount(store, accountId, { command, context, writes: () => writes });
  switch (result.kind) {
    case "accepted":
      return { kind: "committed" };
    case "nothing-new":
      return commitRows(database, writes);
    case "refused":
      return { kind: "refused", code: result.refusal.code };
    default:
      return result;
  }
}

async function commitRows(database: Database, writes: readonly Statement[]): Promise<KeyCommit> {
  try {
    await database.transaction(async (session) => {
      for (const write of writes) await session.query(write);
    });
    return { kind: "committed" };
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === undefined) throw error;
    return { kind: "constraint", constraint };
  }
}

import type { AccountId, Clock } from "@sanu/kernel";
import { type Database, type EventStore, type RequestContext, runDecider } from "@sanu/platform";
import { customer } from "../customer/decide.ts";
import type { CustomerEvent } from "../customer/events.ts";
import { closingConstraints } from "../personal-data/closed-account.ts";
import type { WalletEntry, WalletKind } from "./wallet-entry.ts";
import { readSaved, type SavedEntry, saveEntries, savingEntries } from "./wallet-statements.ts";

export interface SaveListDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly customers: EventStore<CustomerEvent>;
}

const lists = { receiver: "receivers", number: "numbers" } as const;

/**
 * Puts a list in the place of the one before, in its order; false where the account is closed. Where money could go by it that could
 * not before, the commit says so: its owner is told.
 */
export async function saveList(
  { database, clock, customers }: SaveListDeps,
  of: { readonly accountId: AccountId; readonly kind: WalletKind },
  to: { readonly entries: readonly WalletEntry[]; readonly context: RequestContext },
): Promise<boolean> {
  const { accountId, kind } = of;
  const { entries, context } = to;
  const saved = await database.query<SavedEntry>(readSaved(accountId));
  const before = saved.filter((entry) => entry.kind === kind);
  if (!entries.some((entry) => isNews(entry, before))) return saveEntries(database, of, entries);
  const result = await runDecider({
    store: customers,
    decider: customer,
    streamId: accountId,
    command: { kind: "change-wallet", accountId, list: lists[kind], at: clock.now() },
    context,
    writes: () => [savingEntries(of, entries)],
  });
  if (result.kind === "nothing-new") return saveEntries(database, of, entries);
  if (result.kind !== "constraint") return true;
  if (result.constraint === closingConstraints.wallet) return false;
  throw new Error(`A wallet broke the constraint ${result.constraint}`);
}

/** A new destination, a new default, or one that is called otherwise: by its label people choose it. */
function isNews(entry: WalletEntry, before: readonly WalletEntry[]): boolean {
  const same = before.find(({ text }) => text === entry.text);
  if (same === undefined || same.label !== entry.label) return true;
  return entry.isDefault && !same.isDefault;
}

import { setTimeout as wait } from "node:timers/promises";
import type { PublishingService, StoryEntry } from "@sanu/contracts";
import { readAccountTrail } from "@sanu/identity";
import type { AccountId, Instant, TransactionId } from "@sanu/kernel";
import {
  audited,
  createAuditLog,
  type Database,
  type MovementTrail,
  mergeStory,
  readMovements,
  shellAct,
} from "@sanu/platform";
import { findByReference, readTransactionTrail } from "@sanu/transactions";
import { onDatabase } from "./maintenance.ts";

/** Nobody at the shell waits longer for one database. */
const whyLimits = { readMs: 10_000 } as const;

export interface Why {
  readonly story: readonly StoryEntry[];
  /** Whose database could not be read, and why not. */
  readonly missing: readonly { readonly service: PublishingService; readonly reason: string }[];
}

/** One transaction's story from the databases of all services; `undefined` where no transaction has that reference or id. */
export async function readWhy(
  wanted: { readonly id: TransactionId } | { readonly reference: string },
): Promise<Why | undefined> {
  const known = await onService("transactions", wanted, async (database) => {
    const id = "id" in wanted ? wanted.id : await findByReference(database, wanted.reference);
    // What is masked for the API is no part of the story.
    return id && readTransactionTrail(database, id, () => null);
  });
  if (known === undefined) return undefined;
  const { transaction, streamIds, entries, cases } = known;
  const subjects = { transactionId: transaction.id };
  const movementsOf = (service: "payments" | "payouts") =>
    tried(service, subjects, (database) => readMovements(database, service, streamIds));
  const [payments, payouts, identity] = await Promise.all([
    movementsOf("payments"),
    movementsOf("payouts"),
    tried("identity", subjects, (database) =>
      readAccountTrail(database, {
        accountId: transaction.user_id as AccountId,
        from: transaction.created_at as Instant,
        to: transaction.updated_at as Instant,
      }),
    ),
  ]);
  const moved = [payments, payouts].flatMap((each): MovementTrail[] =>
    "found" in each ? [each.found] : [],
  );
  const story = mergeStory({
    entries: [...entries, ...moved.flatMap((trail) => trail.entries)],
    cases,
    attempts: moved.flatMap((trail) => trail.attempts),
    callbacks: moved.flatMap((trail) => trail.callbacks),
    ...("found" in identity ? { account: { id: transaction.user_id, ...identity.found } } : {}),
  });
  const missing = [payments, payouts, identity].flatMap((each) => ("found" in each ? [] : [each]));
  return { story, missing };
}

type Subjects = Readonly<Record<string, string>>;

/** Like every look of the staff it stands in the audit log of the service, in front of what is read. */
async function onService<Found>(
  service: PublishingService,
  subjects: Subjects,
  read: (database: Database) => Promise<Found>,
): Promise<Found> {
  const work = onDatabase(service, { name: "sanu-why", connectionsMax: 2 }, (database) =>
    audited(
      createAuditLog(database),
      shellAct(`${service}.why`, "look", { subjects }),
      () => read(database),
      (found) => (found === undefined ? "not-found" : "replied"),
    ),
  );
  const late = wait(whyLimits.readMs, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${whyLimits.readMs} ms`);
  });
  return Promise.race([work, late]);
}

async function tried<Found>(
  service: PublishingService,
  subjects: Subjects,
  read: (database: Database) => Promise<Found>,
): Promise<
  { readonly found: Found } | { readonly service: PublishingService; readonly reason: string }
> {
  try {
    return { found: await onService(service, subjects, read) };
  } catch (error) {
    return { service, reason: error instanceof Error ? error.message : String(error) };
  }
}

import { setTimeout as wait } from "node:timers/promises";
import type { PublishingService } from "@sanu/contracts";
import type { Database } from "@sanu/platform";
import type { Sandbox } from "@sanu/sandbox";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "./system.ts";

const limits = {
  openWithinMs: 4_000,
  lookEveryMs: 5,
  /** An attempt whose worker was killed before waits for the end of its lease, 15 s. */
  linkedWithinMs: 30_000,
} as const;

/** The services that call outside. */
export type Caller = "payments" | "payouts";

/** The services that react to the facts of others. */
export type Reacting = Exclude<PublishingService, "identity">;

/** The open attempts of a caller, each with the name by which the sandbox knows the matter. */
const openText = {
  payments: "select attempt_id::text as key from attempts where state = 'open'",
  // `lightning:<payment hash>`
  payouts: "select split_part(natural_key, ':', 2) as key from attempts where state = 'open'",
} as const;

async function openKeys(system: FaultSystem, caller: Caller): Promise<readonly (string | null)[]> {
  const rows = await system.databases[caller].query<{ key: string | null }>(
    CompiledQuery.raw(openText[caller]),
  );
  return rows.map(({ key }) => key);
}

/** What the sandbox has done for a caller, by name of the matter. */
function keysDone(sandbox: Sandbox, caller: Caller): ReadonlySet<string> {
  return new Set(
    caller === "payments"
      ? sandbox.journal.ofKind("payment-created").map(({ key }) => key)
      : sandbox.journal.ofKind("send-accepted").map(({ sendId }) => sendId),
  );
}

/** Whether an attempt is committed for which nothing has been done outside. */
export async function hasIntentWithoutCall(system: FaultSystem, caller: Caller): Promise<boolean> {
  const done = keysDone(system.sandbox, caller);
  const keys = await openKeys(system, caller);
  return keys.some((key) => key === null || !done.has(key));
}

/** Whether something was done outside whose answer is not in the caller's database. */
export async function hasCallWithoutAnswer(system: FaultSystem, caller: Caller): Promise<boolean> {
  const done = keysDone(system.sandbox, caller);
  const keys = await openKeys(system, caller);
  return keys.some((key) => key !== null && done.has(key));
}

/** How many facts a service has handled, by its own commits. */
export async function countHandled(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    CompiledQuery.raw("select count(*)::int as count from handled"),
  );
  return row?.count ?? 0;
}

const linkedText = `
select linked.event_id from events created
join events linked on linked.stream_id = created.stream_id
  and linked.event_type = 'TransactionPaymentLinked'
where created.event_type = 'TransactionCreated' and created.data->>'amountXof' = $1`;

/** Waits until the purchase of this amount has its link. */
export async function untilLinked({ databases }: FaultSystem, amountXof: bigint): Promise<void> {
  const statement = CompiledQuery.raw(linkedText, [String(amountXof)]);
  const isLinked = async () => (await databases.transactions.query(statement)).length > 0;
  await eventually("the purchase has its link", isLinked, limits.linkedWithinMs);
}

/** Whether a window opens soon, looking as often as the machine allows. */
export async function opens(isOpen: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + limits.openWithinMs;
  while (performance.now() < deadline) {
    if (await isOpen()) return true;
    await wait(limits.lookEveryMs);
  }
  return false;
}

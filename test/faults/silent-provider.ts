import type { ProviderCall, ProviderServer } from "@sanu/sandbox";
import { CompiledQuery } from "kysely";
import type { Load } from "./load.ts";
import type { LedgerAttempt } from "./provider-ledger.ts";
import type { FaultSystem } from "./system.ts";

/** Of the calls that order: taken, and never answered or broken off. Of those that ask: not found yet. */
const shares = { hang: 0.3, reset: 0.1, notFound: 0.05 } as const;

const ordering: ReadonlySet<ProviderCall> = new Set<ProviderCall>([
  "initiate",
  "attempt",
  "link",
  "refund",
  "refund-start",
  "disburse",
  "disburse-start",
]);
const asking: ReadonlySet<ProviderCall> = new Set<ProviderCall>([
  "collection-status",
  "refund-status",
  "disburse-status",
]);

/** Makes a provider act in silence and not find what it has; returns how often it did, by how. */
export function silenceProvider(
  { faults }: Pick<ProviderServer, "faults">,
  random: () => number,
): ReadonlyMap<string, number> {
  const went = new Map<string, number>();
  faults.decide((call) => {
    const fault = faultOf(call, random());
    if (fault !== undefined) went.set(fault.mode, (went.get(fault.mode) ?? 0) + 1);
    return fault;
  });
  return went;
}

function faultOf(call: ProviderCall, drawn: number) {
  if (asking.has(call)) {
    return drawn < shares.notFound ? ({ mode: "not-found", acts: false } as const) : undefined;
  }
  if (!ordering.has(call) || drawn >= shares.hang + shares.reset) return undefined;
  return { mode: drawn < shares.hang ? "hang" : "reset", acts: true } as const;
}

const openText = `
select list.transaction_id::text as id, list.status from transaction_list as list
where list.transaction_id = any($1::uuid[]) and list.status not in ('COMPLETED', 'FAILED')
  and not exists (select from events where stream_id = list.transaction_id and event_type in
    ('TransactionReviewRequested', 'TransactionPaymentHeld', 'TransactionPayoutHeld'))`;

interface OpenDeal {
  readonly id: string;
  readonly status: string;
}

/** What has neither ended nor waits for a person, one sentence each. */
export async function findLeft(
  { databases }: Pick<FaultSystem, "databases">,
  { deals }: Pick<Load, "deals">,
  attempts: readonly LedgerAttempt[],
): Promise<readonly string[]> {
  const ids = deals.flatMap(({ id }) => id ?? []);
  const query = CompiledQuery.raw(openText, [ids]);
  const open = await databases.transactions.query<OpenDeal>(query);
  return [
    ...attempts.flatMap(({ kind, key, state, isReviewed }) =>
      isReviewed || ended.has(state) ? [] : [`${kind} ${key} is ${state}`],
    ),
    ...open.map(({ id, status }) => `transaction ${id} is ${status}`),
  ];
}

const ended: ReadonlySet<string> = new Set(["settled", "rejected"]);

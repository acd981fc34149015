import type { Mishap, ProviderCall, ProviderServer } from "@sanu/sandbox";
import { shuffled } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import type { Load } from "./load.ts";
import type { LedgerAttempt } from "./provider-ledger.ts";
import type { FaultSystem } from "./system.ts";

type Silence = "hang" | "reset" | undefined;

/** Of ten calls that order the provider takes the first four, and never answers or breaks off. */
const fates: readonly { readonly calls: number; readonly silence: Silence }[] = [
  { calls: 3, silence: "hang" },
  { calls: 1, silence: "reset" },
  { calls: 6, silence: undefined },
];
const deck = fates.flatMap(({ calls, silence }) => Array.from({ length: calls }, () => silence));

/** Of the calls that ask: not found yet. */
const notFoundShare = 0.05;

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

/**
 * Makes a provider act in silence and not find what it has; returns how often it did, by how. On a slow machine much of what is
 * dealt becomes a person's before the provider is called: fates are dealt, so that the few calls that are left have all of them.
 */
export function silenceProvider(
  { faults }: Pick<ProviderServer, "faults">,
  random: () => number,
): ReadonlyMap<string, number> {
  const went = new Map<string, number>();
  let left: Silence[] = [];
  const nextSilence = () => {
    if (left.length === 0) left = [...shuffled(deck, random)];
    return left.pop();
  };
  const faultOf = (call: ProviderCall): Mishap | undefined => {
    if (asking.has(call)) {
      return random() < notFoundShare ? { mode: "not-found", acts: false } : undefined;
    }
    const mode = ordering.has(call) ? nextSilence() : undefined;
    return mode && { mode, acts: true };
  };
  faults.decide((call) => {
    const fault = faultOf(call);
    if (fault !== undefined) went.set(fault.mode, (went.get(fault.mode) ?? 0) + 1);
    return fault;
  });
  return went;
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

import {
  GetMonitored,
  ListMonitored,
  paymentsTrace,
  payoutsTrace,
  type ReplyData,
  type RequestInput,
  ResolveReview,
  type TracedAttempt,
  type TraceEntry,
} from "@sanu/contracts";
import { type CommandId, newId, type TransactionId } from "@sanu/kernel";
import type { Asker, Call, NoAnswer } from "./asker.ts";

export type MonitoringClient = ReturnType<typeof createMonitoringClient>;

/** What became of a search at providers: somebody who may know it could not be asked and nobody else does. */
export type FoundTransactions =
  | { readonly kind: "answered"; readonly transactionIds: readonly TransactionId[] }
  | NoAnswer;

/** The story of a transaction: what its services tell, and which of them could not be asked. */
export interface Story {
  readonly transaction: ReplyData<typeof GetMonitored>["transaction"];
  readonly timeline: readonly TraceEntry[];
  readonly attempts: readonly TracedAttempt[];
  readonly missing: readonly string[];
}

const tracers = { payments: paymentsTrace, payouts: payoutsTrace } as const;

/**
 * What the staff asks about transactions. Names that providers gave are known to payments and payouts alone, so they
 * are asked for them, and transactions learns nothing of providers.
 */
export function createMonitoringClient(ask: Asker) {
  return {
    listMonitored: (input: RequestInput<typeof ListMonitored>, call: Call) =>
      ask(ListMonitored, input, call),
    findByProviderReference: (providerReference: string, call: Call) =>
      findByProviderReference(ask, providerReference, call),
    resolveReview: (input: Omit<RequestInput<typeof ResolveReview>, "commandId">, call: Call) => {
      const commandId = newId() as CommandId;
      return ask(ResolveReview, { ...input, commandId }, { ...call, commandId });
    },
    tellStory: (transactionId: TransactionId, call: Call) => tellStory(ask, transactionId, call),
  };
}

async function findByProviderReference(
  ask: Asker,
  providerReference: string,
  call: Call,
): Promise<FoundTransactions> {
  const input = { providerReference };
  const results = await Promise.all(
    Object.values(tracers).map((each) => ask(each.findByProviderReference, input, call)),
  );
  const transactionIds = results.flatMap((result) =>
    result.kind === "answered" ? result.data.transactionIds : [],
  );
  const silent = results.find((result) => result.kind !== "answered");
  if (transactionIds.length === 0 && silent !== undefined) return silent;
  return { kind: "answered", transactionIds };
}

async function tellStory(
  ask: Asker,
  transactionId: TransactionId,
  call: Call,
): Promise<{ readonly kind: "answered"; readonly data: Story } | NoAnswer> {
  const known = await ask(GetMonitored, { transactionId }, call);
  if (known.kind !== "answered") return known;
  const { transaction, entries, streamIds } = known.data;
  const traces = await Promise.all(
    Object.entries(tracers).map(async ([service, { getTrace }]) => ({
      service,
      result: await ask(getTrace, { streamIds }, call),
    })),
  );
  const told = traces.flatMap(({ result }) => (result.kind === "answered" ? [result.data] : []));
  const timeline = [...entries, ...told.flatMap((each) => each.entries)];
  return {
    kind: "answered",
    data: {
      transaction,
      timeline: timeline.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
      attempts: told.flatMap((each) => each.attempts),
      missing: traces.flatMap(({ service, result }) =>
        result.kind === "answered" ? [] : [service],
      ),
    },
  };
}

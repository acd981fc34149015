import {
  type AuditEntry,
  type AuditedAttempt,
  GetMonitored,
  ListMonitored,
  paymentsAuditTrail,
  payoutsAuditTrail,
  type ReplyData,
  type RequestInput,
  ResolveReview,
} from "@sanu/contracts";
import { type CommandId, newId, type TransactionId } from "@sanu/kernel";
import type { Call, NoAnswer, RequestClient } from "./request-client.ts";

export type MonitoringClient = ReturnType<typeof createMonitoringClient>;

/** What became of a search at providers: somebody who may know it could not be asked and nobody else does. */
export type FoundTransactions =
  | { readonly kind: "replied"; readonly transactionIds: readonly TransactionId[] }
  | NoAnswer;

/** The story of a transaction: what its services tell, and which of them could not be asked. */
export interface Story {
  readonly transaction: ReplyData<typeof GetMonitored>["transaction"];
  readonly timeline: readonly AuditEntry[];
  readonly attempts: readonly AuditedAttempt[];
  readonly missing: readonly string[];
}

const auditTrails = { payments: paymentsAuditTrail, payouts: payoutsAuditTrail } as const;

/**
 * What the staff asks about transactions. Names that providers gave are known to payments and payouts alone, so they
 * are asked for them, and transactions learns nothing of providers.
 */
export function createMonitoringClient(request: RequestClient) {
  return {
    listMonitored: (input: RequestInput<typeof ListMonitored>, call: Call) =>
      request(ListMonitored, input, call),
    findByProviderReference: (providerReference: string, call: Call) =>
      findByProviderReference(request, providerReference, call),
    resolveReview: (input: Omit<RequestInput<typeof ResolveReview>, "commandId">, call: Call) => {
      const commandId = newId() as CommandId;
      return request(ResolveReview, { ...input, commandId }, { ...call, commandId });
    },
    tellStory: (transactionId: TransactionId, call: Call) =>
      tellStory(request, transactionId, call),
  };
}

async function findByProviderReference(
  request: RequestClient,
  providerReference: string,
  call: Call,
): Promise<FoundTransactions> {
  const input = { providerReference };
  const results = await Promise.all(
    Object.values(auditTrails).map((each) => request(each.findByProviderReference, input, call)),
  );
  const transactionIds = results.flatMap((result) =>
    result.kind === "replied" ? result.data.transactionIds : [],
  );
  const silent = results.find((result) => result.kind !== "replied");
  if (transactionIds.length === 0 && silent !== undefined) return silent;
  return { kind: "replied", transactionIds };
}

async function tellStory(
  request: RequestClient,
  transactionId: TransactionId,
  call: Call,
): Promise<{ readonly kind: "replied"; readonly data: Story } | NoAnswer> {
  const known = await request(GetMonitored, { transactionId }, call);
  if (known.kind !== "replied") return known;
  const { transaction, entries, streamIds } = known.data;
  const traces = await Promise.all(
    Object.entries(auditTrails).map(async ([service, { getAuditTrail }]) => ({
      service,
      result: await request(getAuditTrail, { streamIds }, call),
    })),
  );
  const told = traces.flatMap(({ result }) => (result.kind === "replied" ? [result.data] : []));
  const timeline = [...entries, ...told.flatMap((each) => each.entries)];
  return {
    kind: "replied",
    data: {
      transaction,
      timeline: timeline.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
      attempts: told.flatMap((each) => each.attempts),
      missing: traces.flatMap(({ service, result }) =>
        result.kind === "replied" ? [] : [service],
      ),
    },
  };
}

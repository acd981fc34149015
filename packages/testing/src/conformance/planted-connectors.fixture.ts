import { randomUUID } from "node:crypto";
import type { CollectionRail, PreparedSend, SendOrder, SendRail } from "@sanu/rails";

/** The five mistakes that lose money, each made on purpose. */
export type Mistake =
  | "a time-out is taken for a failure"
  | "not found is taken for a failure"
  | "a fault of the provider is taken for a refusal"
  | "a retry uses a new key"
  | "a known key is taken for a new order";

export const mistakes: readonly Mistake[] = [
  "a time-out is taken for a failure",
  "not found is taken for a failure",
  "a fault of the provider is taken for a refusal",
  "a retry uses a new key",
  "a known key is taken for a new order",
];

/** A connector for money in that is right but for one mistake. */
export function wrongCollectionRail(right: CollectionRail, mistake: Mistake): CollectionRail {
  switch (mistake) {
    case "a time-out is taken for a failure":
      return {
        ...right,
        initiate: async (order) => refusedOn(await right.initiate(order), "no-answer"),
      };
    case "a fault of the provider is taken for a refusal":
      return {
        ...right,
        initiate: async (order) => refusedOn(await right.initiate(order), "provider-fault"),
      };
    case "not found is taken for a failure":
      return {
        ...right,
        async status(query) {
          const status = await right.status(query);
          if (status.kind !== "not-found") return status;
          return { kind: "failed", providerReference: "none", reason: "expired" };
        },
      };
    case "a retry uses a new key":
      return {
        ...right,
        async initiate(order) {
          const outcome = await right.initiate(order);
          if (outcome.kind !== "unknown") return outcome;
          return right.initiate({ ...order, key: randomUUID() });
        },
      };
    case "a known key is taken for a new order": {
      const known = new Set<string>();
      return {
        ...right,
        initiate(order) {
          const isKnown = known.has(order.key);
          known.add(order.key);
          return right.initiate(isKnown ? { ...order, key: randomUUID() } : order);
        },
      };
    }
  }
}

/** A connector for money out that is right but for one mistake. */
export function wrongSendRail(right: SendRail, mistake: Mistake): SendRail {
  switch (mistake) {
    case "a time-out is taken for a failure":
      return {
        ...right,
        send: async (command) => failedOn(await right.send(command), "no-answer"),
      };
    case "a fault of the provider is taken for a refusal":
      return {
        ...right,
        send: async (command) => failedOn(await right.send(command), "provider-fault"),
      };
    case "not found is taken for a failure":
      return {
        ...right,
        async status(naturalKey) {
          const status = await right.status(naturalKey);
          return status.kind === "not-found" ? { kind: "failed", reason: "no-route" } : status;
        },
      };
    case "a retry uses a new key":
      return withFreshInvoices(right, (outcome) => outcome === "unknown");
    case "a known key is taken for a new order":
      return withFreshInvoices(right, (_outcome, timesSent) => timesSent > 1);
  }
}

type Outcome<Rail extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Rail>>;

function refusedOn(
  outcome: Outcome<CollectionRail["initiate"]>,
  cause: string,
): Outcome<CollectionRail["initiate"]> {
  if (outcome.kind !== "unknown" || outcome.cause !== cause) return outcome;
  return { kind: "rejected", reason: "refused-by-provider" };
}

function failedOn(outcome: Outcome<SendRail["send"]>, cause: string): Outcome<SendRail["send"]> {
  if (outcome.kind !== "unknown" || outcome.cause !== cause) return outcome;
  return { kind: "rejected", reason: "no-route" };
}

/** Fetches another invoice for the same order and pays that one too. */
function withFreshInvoices(
  right: SendRail,
  paysAgain: (outcome: string, timesSent: number) => boolean,
): SendRail {
  const orders = new Map<string, SendOrder>();
  const timesSent = new Map<string, number>();
  const again = async ({ naturalKey }: PreparedSend): Promise<PreparedSend | undefined> => {
    const order = orders.get(naturalKey);
    const outcome = order === undefined ? undefined : await right.prepare(order);
    return outcome?.kind === "accepted" ? outcome.value : undefined;
  };
  return {
    ...right,
    async prepare(order) {
      const outcome = await right.prepare(order);
      if (outcome.kind === "accepted") orders.set(outcome.value.naturalKey, order);
      return outcome;
    },
    async send(command) {
      const { naturalKey } = command.prepared;
      const times = (timesSent.get(naturalKey) ?? 0) + 1;
      timesSent.set(naturalKey, times);
      const outcome = await right.send(command);
      if (!paysAgain(outcome.kind, times)) return outcome;
      const fresh = await again(command.prepared);
      return fresh === undefined ? outcome : right.send({ ...command, prepared: fresh });
    },
  };
}

import { randomUUID } from "node:crypto";
import type {
  CollectionRail,
  DisburseRail,
  LightningReceiveRail,
  PreparedSend,
  SendOrder,
  SendRail,
  StatementRail,
} from "@sanu/rails";

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

const noReason = { kind: "rejected", reason: "refused-by-provider" } as const;

/** A connector for money in that is right but for one mistake. */
export function wrongCollectionRail(right: CollectionRail, mistake: Mistake): CollectionRail {
  return {
    ...right,
    initiate: wrongPlacing(right.initiate, mistake, noReason),
    status: mistakenStatus(right.status, mistake, {
      kind: "failed",
      providerReference: "none",
      reason: "expired",
    }),
  };
}

/** A connector for mobile money out that is right but for one mistake. */
export function wrongDisburseRail(right: DisburseRail, mistake: Mistake): DisburseRail {
  return {
    ...right,
    disburse: wrongPlacing(right.disburse, mistake, noReason),
    status: mistakenStatus(right.status, mistake, {
      kind: "failed",
      providerReference: "none",
      reason: "receiver-not-found",
    }),
  };
}

const causes: Partial<Record<Mistake, string>> = {
  "a time-out is taken for a failure": "no-response",
  "a fault of the provider is taken for a refusal": "provider-fault",
};

/** Placing an order under our own key, right but for one mistake. */
function wrongPlacing<
  Order extends { readonly key: string },
  Said extends { readonly kind: string; readonly cause?: string },
>(place: (order: Order) => Promise<Said>, mistake: Mistake, refused: Said) {
  const known = new Set<string>();
  return async (order: Order): Promise<Said> => {
    const isKnown = known.has(order.key) && mistake === "a known key is taken for a new order";
    known.add(order.key);
    const said = await place(isKnown ? { ...order, key: randomUUID() } : order);
    if (said.kind !== "unknown") return said;
    if (mistake === "a retry uses a new key") return place({ ...order, key: randomUUID() });
    return said.cause === causes[mistake] ? refused : said;
  };
}

/** A call of which nothing is known and that is taken for refused, where that is the mistake. */
function mistakenCall<Call, Said extends { readonly kind: string; readonly cause?: string }>(
  call: (of: Call) => Promise<Said>,
  mistake: Mistake,
  refused: Said,
) {
  return async (of: Call): Promise<Said> => {
    const said = await call(of);
    return said.kind === "unknown" && said.cause === causes[mistake] ? refused : said;
  };
}

function mistakenStatus<Query, Said extends { readonly kind: string }>(
  read: (query: Query) => Promise<Said>,
  mistake: Mistake,
  failed: Said,
) {
  return async (query: Query): Promise<Said> => {
    const said = await read(query);
    const isMistaken = mistake === "not found is taken for a failure" && said.kind === "not-found";
    return isMistaken ? failed : said;
  };
}

/** A connector for money out that is right but for one mistake. */
export function wrongSendRail(right: SendRail, mistake: Mistake): SendRail {
  switch (mistake) {
    case "a retry uses a new key":
      return withFreshInvoices(right, (outcome) => outcome === "unknown");
    case "a known key is taken for a new order":
      return withFreshInvoices(right, (_outcome, timesSent) => timesSent > 1);
    default: {
      const reason = "no-route";
      return {
        ...right,
        send: mistakenCall(right.send, mistake, { kind: "rejected", reason }),
        status: mistakenStatus(right.status, mistake, { kind: "failed", reason }),
      };
    }
  }
}

/** A connector for receiving over Lightning that is right but for one mistake. */
export function wrongReceiveRail(
  right: LightningReceiveRail,
  mistake: Exclude<Mistake, "a retry uses a new key" | "a known key is taken for a new order">,
): LightningReceiveRail {
  return {
    ...right,
    capture: mistakenCall(right.capture, mistake, { kind: "rejected", reason: "cancelled" }),
    status: mistakenStatus(right.status, mistake, { kind: "cancelled" }),
  };
}

/** A connector for statements for which nothing heard is nothing moved. */
export function wrongStatementRail(right: StatementRail): StatementRail {
  return {
    ...right,
    async readPage(query) {
      const outcome = await right.readPage(query);
      if (outcome.kind !== "unknown") return outcome;
      return { kind: "accepted", value: { lines: [], next: null, balances: null } };
    },
  };
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

import {
  CanDisburse,
  type DisburseObstacle,
  type FactInput,
  TransactionCancelRequested,
  TransactionCreated,
} from "@sanu/contracts";
import {
  newId,
  newReference,
  type PaymentId,
  plusMs,
  systemClock,
  type TransactionId,
} from "@sanu/kernel";
import { handleRequest } from "@sanu/platform";
import { invoiceSecret } from "@sanu/rails";
import type { Delays } from "@sanu/sandbox";
import { eventually } from "@sanu/testing";
import { type CollectionWorld, createCollectionWorld, invoiceKey } from "./collection.fixture.ts";

export interface TestSale {
  readonly paymentId: PaymentId;
  readonly transactionId: TransactionId;
  readonly paymentHash: string;
  readonly preimage: string;
  readonly fact: FactInput<typeof TransactionCreated>;
}

export interface SaleChanges {
  readonly amountSats?: bigint;
  readonly windowMs?: number;
}

/** Payments as it runs, with a node, and with payouts as far as the checks ask it. */
export interface SaleWorld
  extends Pick<
    CollectionWorld,
    | "sandbox"
    | "database"
    | "messaging"
    | "publishFact"
    | "start"
    | "rows"
    | "endTime"
    | "stopReplicas"
  > {
  /** What payouts answers to the checks; `away` answers nothing. */
  readonly replyToChecks: (obstacle: DisburseObstacle | null | "away") => void;
  readonly checksRequested: () => number;
  readonly newSale: (changes?: SaleChanges) => TestSale;
  readonly publish: (sale: TestSale) => Promise<unknown>;
  readonly sell: (changes?: SaleChanges) => Promise<TestSale>;
  readonly cancel: (sale: TestSale) => Promise<unknown>;
  /** Waits until the invoice is made, and pays it like a wallet. */
  readonly pay: (
    sale: TestSale,
    payment?: { amountSats?: bigint; blocks?: number },
  ) => Promise<void>;
  readonly happened: (sale: TestSale, ...types: readonly string[]) => Promise<void>;
  readonly lastEvent: (sale: TestSale) => Promise<Record<string, unknown> | undefined>;
  readonly statusAtNode: (sale: TestSale) => string | undefined;
  readonly callsOf: (sale: TestSale, operation: string) => number;
  /** How often the node took its money, by its own account. */
  readonly capturesOf: (sale: TestSale) => readonly unknown[];
  readonly stop: () => Promise<void>;
}

export const defaultSats = 12_345n;

export async function createSaleWorld(delays: Partial<Delays> = {}): Promise<SaleWorld> {
  const world = await createCollectionWorld(delays);
  const { sandbox, messaging } = world;
  let obstacle: DisburseObstacle | null | "away" = null;
  let checkCount = 0;
  const stopServing = messaging.serve({
    handlers: [
      handleRequest(CanDisburse, async () => {
        checkCount += 1;
        if (obstacle === "away") throw new Error("Nobody answers");
        return { obstacle };
      }),
    ],
    onFault: () => undefined,
  });
  const publish = (sale: TestSale) =>
    world.publishFact(TransactionCreated, sale.transactionId, sale.fact);
  const reader = { happened: world.happened, eventsOf: world.eventsOf };
  const orderLike = (sale: TestSale) => ({ ...sale, number: "", key: "" });
  return {
    sandbox,
    database: world.database,
    messaging,
    publishFact: world.publishFact,
    start: world.start,
    rows: world.rows,
    endTime: world.endTime,
    stopReplicas: world.stopReplicas,
    replyToChecks: (answer) => void (obstacle = answer),
    checksRequested: () => checkCount,
    newSale,
    publish,
    async sell(changes) {
      const sale = newSale(changes);
      await publish(sale);
      return sale;
    },
    cancel: ({ transactionId, paymentId }) =>
      world.publishFact(TransactionCancelRequested, transactionId, {
        transactionId,
        paymentId,
        requestedAt: systemClock.now(),
      }),
    async pay({ paymentHash }, payment) {
      await eventually(
        "the node has the invoice",
        () => sandbox.holdBook.find(paymentHash) !== undefined,
      );
      if (!sandbox.holds.pay(paymentHash, payment)) throw new Error("The node took no payment");
    },
    happened: (sale, ...types) => reader.happened(orderLike(sale), ...types),
    lastEvent: async (sale) => (await reader.eventsOf(orderLike(sale))).at(-1),
    statusAtNode: ({ paymentHash }) => sandbox.holdBook.find(paymentHash)?.status,
    callsOf: ({ paymentHash }, operation) =>
      sandbox.journal
        .ofKind("call")
        .filter((call) => call.key === paymentHash && call.operation === operation).length,
    capturesOf: ({ paymentHash }) =>
      sandbox.journal
        .ofKind("invoice-captured")
        .filter((entry) => entry.paymentHash === paymentHash),
    async stop() {
      await stopServing();
      await world.stop();
    },
  };
}

function newSale({ amountSats = defaultSats, windowMs = 900_000 }: SaleChanges = {}): TestSale {
  const paymentId = newId<"PaymentId">();
  const transactionId = newId<"TransactionId">();
  const now = systemClock.now();
  const fact = {
    transactionId,
    reference: newReference("TXN_"),
    accountId: newId<"AccountId">(),
    transactionType: "SELL_BITCOIN" as const,
    amountXof: "7259",
    amountSats: amountSats.toString(),
    rateXofPerBtc: "58800000",
    paymentId,
    paymentReference: newReference("PAY_"),
    channel: "LIGHTNING",
    payoutChannel: "MTN_OPEN",
    numberHmac: "h".repeat(43),
    quoteId: null,
    receiverKind: null,
    receiverHmac: null,
    limitMonth: "2026-11",
    expiresAt: plusMs(now, windowMs),
    createdAt: now,
  };
  const secret = invoiceSecret(Buffer.from(invoiceKey), paymentId);
  return { paymentId, transactionId, ...secret, fact };
}

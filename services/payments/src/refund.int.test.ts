import { attemptKey } from "@sanu/attempts";
import { type FactInput, paymentsRefundFacts, TransactionRefundRequested } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { createEventStore, createGate } from "@sanu/platform";
import {
  attributesOfFact,
  collectFacts,
  deliveredToReaction,
  dyingExecutor,
  eventually,
} from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createCollectionWorld, type TestOrder } from "./collection.fixture.ts";
import { PaymentEvent } from "./payment/events.ts";
import { publishPayment } from "./payment/publish.ts";
import { whenTransactionRefundRequested } from "./reactions/when-transaction-refund-requested.ts";
import { refund } from "./refund/decide.ts";
import { RefundEvent } from "./refund/events.ts";
import { publishRefund } from "./refund/publish.ts";

type RefundRequest = FactInput<typeof TransactionRefundRequested>;
const settled = ["RefundRequested", "RefundSettled"] as const;
const refused = ["RefundRequested", "RefundFailed"] as const;

const world = await createCollectionWorld({ slowMs: 300 });
await world.start({}, { REFUND_ATTEMPTS_MAX: "3", REFUND_RETRY_PAUSE_MS: "50" });

beforeEach(() => world.sandbox.control.clearFaults());

afterAll(() => world.stop());

/** An order that was paid; its payer's number decides what becomes of a refund. */
async function paidOrder(lastDigits = "900"): Promise<TestOrder> {
  const order = await world.order(`+2290166001${lastDigits}`);
  await eventually("the provider has the order", () => paymentOf(order) !== undefined);
  const payment = paymentOf(order);
  if (payment !== undefined) world.sandbox.gateway.receive(payment);
  await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
  return order;
}

const paymentOf = ({ key }: TestOrder) => world.sandbox.payments.findByKey(key);

async function refundRequestOf(
  order: TestOrder,
  changes: Partial<RefundRequest> = {},
): Promise<RefundRequest> {
  const receipt = paymentOf(order)?.receipts[0];
  return {
    transactionId: order.transactionId,
    refundId: newId<"RefundId">(),
    paymentId: order.paymentId,
    money: { currency: "XOF", amountXof: "10000" },
    reason: "payout-failed",
    receiptId: receipt?.receiptId ?? "no receipt",
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
    ...changes,
  };
}

const request = (refundRequest: RefundRequest) =>
  world.publishFact(TransactionRefundRequested, String(refundRequest.transactionId), refundRequest);
const happened = ({ refundId }: RefundRequest, ...types: readonly string[]) =>
  world.refundHappened(refundId, ...types);
const refundsOf = (order: TestOrder) => {
  const id = paymentOf(order)?.id;
  return world.sandbox.journal.ofKind("refund-settled").filter((entry) => entry.paymentId === id);
};

/** Reacts as a process that ends right after its commit: the intention is stored, the call is not made. */
async function reactAndDie(refundRequest: RefundRequest) {
  const store = {
    database: world.database,
    projections: [],
    gate: createGate(),
    afterPublicCommit: () => undefined,
  };
  const refundStore = createEventStore({ ...store, schema: RefundEvent, publish: publishRefund });
  const reaction = whenTransactionRefundRequested({
    database: world.database,
    paymentStore: createEventStore({ ...store, schema: PaymentEvent, publish: publishPayment }),
    refundStore,
    refunds: dyingExecutor(refundStore, refund),
    clock: systemClock,
  });
  const { type } = TransactionRefundRequested;
  const attributes = attributesOfFact(TransactionRefundRequested);
  return reaction.read(type, refundRequest)?.react(deliveredToReaction("test", attributes));
}

describe("a refund of XOF", () => {
  it("reaches its payer once, and is published as settled", async () => {
    const facts = collectFacts(world.messaging, paymentsRefundFacts.RefundSettled);
    const order = await paidOrder();
    const refundRequest = await refundRequestOf(order);
    await request(refundRequest);
    await happened(refundRequest, ...settled);
    expect(refundsOf(order)).toMatchObject([{ amountXof: "10000" }]);
    const mine = () =>
      facts.filter((fact) => (fact as RefundRequest).refundId === refundRequest.refundId);
    await eventually("it is published", () => mine().length > 0);
    expect(mine()).toMatchObject([
      { transactionId: order.transactionId, money: { currency: "XOF", amountXof: "10000" } },
    ]);
  });

  it("goes back once when the wish comes twice, and once when two wishes want the same receipt", async () => {
    const order = await paidOrder();
    const [first, second] = [await refundRequestOf(order), await refundRequestOf(order)];
    await Promise.all([request(first), request(first)]);
    await happened(first, ...settled);
    await request(second);
    await happened(second, ...refused);
    expect(refundsOf(order)).toHaveLength(1);
  });

  it("is the receipt that was named: a duplicate goes back beside the first", async () => {
    const order = await paidOrder();
    const payment = paymentOf(order);
    if (payment !== undefined) world.sandbox.gateway.receive(payment);
    const paid = ["PaymentRequested", "PaymentInitiated", "PaymentCompleted"];
    await world.happened(order, ...paid, "PaymentDiscrepancyFound");
    const receipts = paymentOf(order)?.receipts ?? [];
    expect(receipts).toHaveLength(2);
    for (const { receiptId } of receipts) {
      const refundRequest = await refundRequestOf(order, {
        receiptId,
        reason: "payment-duplicate",
      });
      await request(refundRequest);
      await happened(refundRequest, ...settled);
    }
    expect(refundsOf(order)).toHaveLength(2);
  });

  it("is sent by whoever took the money, and waits where that one is not served", async () => {
    const order = await paidOrder();
    const moved = (provider: string) =>
      world.rows("update attempts set provider = $2 where attempt_id = $1", order.key, provider);
    await moved("elsewhere");
    const refundRequest = await refundRequestOf(order);
    await request(refundRequest);
    await happened(refundRequest, "RefundRequested");
    const text = "select provider from attempts where subject_id = $1";
    expect(await world.rows(text, refundRequest.refundId)).toEqual([{ provider: "elsewhere" }]);
    await moved("sandbox");
    const other = await refundRequestOf(await paidOrder());
    await request(other);
    await happened(other, ...settled);
    expect(refundsOf(order)).toEqual([]);
  });

  it.each([
    ["of another amount", { money: { currency: "XOF", amountXof: "9999" } }],
    ["under a name that nobody knows", { receiptId: "nobodys-receipt" }],
  ] satisfies [string, Partial<RefundRequest>][])("does not go back %s", async (_what, changes) => {
    const order = await paidOrder();
    const refundRequest = await refundRequestOf(order, changes);
    await request(refundRequest);
    await happened(refundRequest, ...refused);
    expect(refundsOf(order)).toHaveLength(0);
    expect(
      await world.rows("select 1 from attempts where subject_id = $1", refundRequest.refundId),
    ).toEqual([]);
  });

  it("is left to payouts when it is sats", async () => {
    const order = await paidOrder();
    const refundRequest = await refundRequestOf(order, {
      money: { currency: "SATS", amountSats: "5" },
    });
    await request(refundRequest);
    const after = await refundRequestOf(order);
    await request(after);
    await happened(after, ...settled);
    await happened(refundRequest);
    expect(refundsOf(order)).toHaveLength(1);
  });
});

describe("a refund that the payer's wallet refuses", () => {
  it("fails after as many tries as are allowed, and its money may be ordered back again", async () => {
    const order = await paidOrder("555");
    const refundRequest = await refundRequestOf(order);
    await request(refundRequest);
    const again = "RefundAttemptRejected";
    await happened(refundRequest, "RefundRequested", again, again, "RefundFailed");
    expect(world.refundCalls(refundRequest.refundId)).toBe(3);
    const second = await refundRequestOf(order);
    await request(second);
    await happened(second, "RefundRequested", again, again, "RefundFailed");
    expect(refundsOf(order)).toHaveLength(0);
  });

  it("after it was accepted is tried again, and settles once", async () => {
    const order = await paidOrder("556");
    const refundRequest = await refundRequestOf(order);
    await request(refundRequest);
    await happened(refundRequest, "RefundRequested", "RefundAttemptRejected", "RefundSettled");
    expect(refundsOf(order)).toHaveLength(1);
  });
});

describe("a refund whose answer is lost", () => {
  it("because its process ended before the call is asked about by whoever takes over, then made once", async () => {
    const order = await paidOrder();
    const refundRequest = await refundRequestOf(order);
    expect(await reactAndDie(refundRequest)).toMatchObject({ kind: "accepted" });
    const key = attemptKey("refund", String(refundRequest.refundId), 1);
    const calls = () =>
      world.sandbox.journal
        .ofKind("call")
        .filter((call) => call.key === key && call.operation.startsWith("refunds."))
        .map(({ operation }) => operation);
    expect(calls()).toEqual([]);
    await world.rows("update attempts set lease_until = now() where attempt_id = $1", key);
    await happened(refundRequest, ...settled);
    expect(refundsOf(order)).toHaveLength(1);
    expect(calls()[0]).toBe("refunds.read");
    expect(calls().filter((operation) => operation === "refunds.create")).toHaveLength(1);
  });

  it.each(["hang", "reset", "http-500", "html"] as const)(
    "(%s), though the provider acted, is found by asking and not made again",
    async (mode) => {
      const order = await paidOrder();
      world.sandbox.control.addFault({ operation: "refunds.create", mode, acts: true });
      const refundRequest = await refundRequestOf(order);
      await request(refundRequest);
      await happened(refundRequest, ...settled);
      expect(refundsOf(order)).toHaveLength(1);
      expect(world.refundCalls(refundRequest.refundId)).toBe(1);
    },
  );

  it("because the provider never had it is made again under the same key", async () => {
    const order = await paidOrder();
    world.sandbox.control.addFault({ operation: "refunds.create", mode: "reset", times: 2 });
    const refundRequest = await refundRequestOf(order);
    await request(refundRequest);
    await happened(refundRequest, ...settled);
    expect(refundsOf(order)).toHaveLength(1);
  });

  it("and that is not found for a while is neither failed nor made twice", async () => {
    const order = await paidOrder("557");
    const { control } = world.sandbox;
    control.addFault({ operation: "refunds.create", mode: "hang", acts: true });
    control.addFault({ operation: "refunds.read", mode: "not-found", times: 3 });
    const refundRequest = await refundRequestOf(order);
    await request(refundRequest);
    await happened(refundRequest, ...settled);
    expect(refundsOf(order)).toHaveLength(1);
  });
});

it("has its money although a callback ended the collection before anybody named it", async () => {
  const order = await paidOrder();
  await world.rows(
    "update attempts set provider_reference = null where attempt_id = $1",
    order.key,
  );
  const refundRequest = await refundRequestOf(order);
  await request(refundRequest);
  await happened(refundRequest, ...settled);
  expect(refundsOf(order)).toHaveLength(1);
});

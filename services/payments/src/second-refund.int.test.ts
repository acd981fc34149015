import { type FactInput, TransactionRefundRequested } from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import type { RefundStatus } from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld, railLike, type TestOrder } from "./collection.fixture.ts";

type RefundRequest = FactInput<typeof TransactionRefundRequested>;

const failed: RefundStatus = { kind: "failed", reason: "refused-by-provider" };
const statuses = new Map<string, RefundStatus>();
/** Of what nothing else is said. */
const fallback: { status: RefundStatus } = { status: failed };
const called: string[] = [];

/** What happens while a call is made, by its place. */
const behindCalls = new Map<number, () => void>();

const world = await createCollectionWorld();
const overrides = {
  rails: [
    railLike(world, {
      reversibleForMs: 0,
      async refund({ key }) {
        called.push(key);
        behindCalls.get(called.length)?.();
        return { kind: "accepted", value: { refundReference: key, settled: null } };
      },
      refundStatus: async ({ key }) => statuses.get(key) ?? fallback.status,
    }),
  ],
};
await world.start(overrides, { REFUND_ATTEMPTS_MAX: "3", REFUND_RETRY_PAUSE_MS: "20" });

afterAll(() => world.stop());

const receiptIdOf = ({ key }: TestOrder) =>
  world.sandbox.payments.findByKey(key)?.receipts[0]?.receiptId ?? "none";

async function requestRefund(order: TestOrder, earlier: Partial<RefundRequest> = {}) {
  const { transactionId, paymentId } = order;
  const request: RefundRequest = {
    transactionId,
    paymentId,
    refundId: newId<"RefundId">(),
    money: { currency: "XOF", amountXof: "10000" },
    reason: "payout-failed",
    receiptId: receiptIdOf(order),
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
    ...earlier,
  };
  await world.publishFact(TransactionRefundRequested, String(transactionId), request);
  return request;
}

/** Its money is in, and nothing went back so far. */
async function paidOrder(): Promise<TestOrder> {
  const order = await world.order("+2290166001900");
  await world.happened(order, "PaymentRequested", "PaymentInitiated");
  const payment = world.sandbox.payments.findByKey(order.key);
  if (payment !== undefined) world.sandbox.gateway.receive(payment);
  await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
  called.length = 0;
  return order;
}

const waits = ({ refundId }: RefundRequest) =>
  eventually("it waits", async () => {
    const text =
      "select last_error from attempts where subject_id = $1 order by attempt_number desc limit 1";
    const [waiting] = await world.rows<{ last_error: string | null }>(text, refundId);
    return waiting?.last_error === "earlier-attempt-open";
  });

it("francs that go back a second time wait while the first, by its provider's later word, is under way", async () => {
  const order = await paidOrder();
  const first = await requestRefund(order);
  await world.refundHappened(first.refundId, "RefundRequested", "RefundFailed");
  expect(called).toHaveLength(1);

  const [key = ""] = called;
  statuses.set(key, { kind: "pending" });
  const second = await requestRefund(order, { earlierRefundIds: [first.refundId] });
  await waits(second);
  const settledAt = systemClock.now();
  statuses.set(key, { kind: "settled", amountXof: xof(10_000n), settledAt });
  await waits(second);
  expect(called).toHaveLength(1);

  statuses.delete(key);
  await world.refundHappened(second.refundId, "RefundRequested", "RefundFailed");
  expect(called).toHaveLength(2);
});

it("francs that go back a second time wait while the provider of the first does not answer", async () => {
  const order = await paidOrder();
  const first = await requestRefund(order);
  await world.refundHappened(first.refundId, "RefundRequested", "RefundFailed");
  const [key = ""] = called;
  statuses.set(key, { kind: "unknown", cause: "no-response" });
  const second = await requestRefund(order, { earlierRefundIds: [first.refundId] });
  await waits(second);
  expect(called).toHaveLength(1);
  statuses.delete(key);
  await world.refundHappened(second.refundId, "RefundRequested", "RefundFailed");
  expect(called).toHaveLength(2);
});

it("francs that came back and are sent again wait while their provider says that they arrived after all", async () => {
  const order = await paidOrder();
  const settledAt = systemClock.now();
  const arrived: RefundStatus = { kind: "settled", amountXof: xof(10_000n), settledAt };
  const back: RefundStatus = { kind: "reversed", amountXof: xof(10_000n), reversedAt: settledAt };
  fallback.status = arrived;
  const first = await requestRefund(order);
  await world.refundHappened(first.refundId, "RefundRequested", "RefundSettled");
  const [key = ""] = called;
  statuses.set(key, back);
  await world.rows(
    "update attempts set status_checks_requested = status_checks_requested + 1, next_at = now() where subject_id = $1",
    first.refundId,
  );
  await world.refundHappened(first.refundId, "RefundRequested", "RefundSettled", "RefundReversed");

  statuses.set(key, arrived);
  const second = await requestRefund(order, { earlierRefundIds: [first.refundId] });
  await waits(second);
  expect(called).toHaveLength(1);

  statuses.set(key, back);
  await world.refundHappened(second.refundId, "RefundRequested", "RefundSettled");
  expect(called).toHaveLength(2);
});

it("francs whose last attempt failed are nobody's to give by hand while an attempt of before may still arrive", async () => {
  const refused: RefundStatus = { kind: "failed", reason: "wallet-refused" };
  fallback.status = refused;
  const order = await paidOrder();
  // While the last one is tried, the first comes alive.
  behindCalls.set(3, () => statuses.set(called[0] ?? "", { kind: "pending" }));
  const request = await requestRefund(order);
  await waits(request);
  const rejected = "RefundAttemptRejected";
  await world.refundHappened(request.refundId, "RefundRequested", rejected, rejected);
  statuses.clear();
  const end = [rejected, rejected, "RefundFailed"] as const;
  await world.refundHappened(request.refundId, "RefundRequested", ...end);
  expect(called).toHaveLength(3);
});

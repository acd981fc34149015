import { type FactInput, TransactionRefundRequested } from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import type { RefundStatus } from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld, railLike, type TestOrder } from "./collection.fixture.ts";

type RefundRequest = FactInput<typeof TransactionRefundRequested>;

const failed: RefundStatus = { kind: "failed", reason: "refused-by-provider" };
const statuses = new Map<string, RefundStatus>();
const called: string[] = [];

const world = await createCollectionWorld();
await world.start({
  rails: [
    railLike(world, {
      reversibleForMs: 0,
      async refund({ key }) {
        called.push(key);
        return { kind: "accepted", value: { refundReference: key, settled: null } };
      },
      refundStatus: async ({ key }) => statuses.get(key) ?? failed,
    }),
  ],
});

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

it("francs that go back a second time wait while the first, by its provider's later word, is under way", async () => {
  const order = await world.order("+2290166001900");
  await world.happened(order, "PaymentRequested", "PaymentInitiated");
  const payment = world.sandbox.payments.findByKey(order.key);
  if (payment !== undefined) world.sandbox.gateway.receive(payment);
  await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
  const first = await requestRefund(order);
  await world.refundHappened(first.refundId, "RefundRequested", "RefundFailed");
  expect(called).toHaveLength(1);

  const [key = ""] = called;
  statuses.set(key, { kind: "pending" });
  const second = await requestRefund(order, { earlierRefundIds: [first.refundId] });
  const waits = () =>
    eventually("it waits", async () => {
      const text = "select last_error from attempts where subject_id = $1";
      const [waiting] = await world.rows<{ last_error: string | null }>(text, second.refundId);
      return waiting?.last_error === "earlier-attempt-open";
    });
  await waits();
  const settledAt = systemClock.now();
  statuses.set(key, { kind: "settled", amountXof: xof(10_000n), settledAt });
  await waits();
  expect(called).toHaveLength(1);

  statuses.delete(key);
  await world.refundHappened(second.refundId, "RefundRequested", "RefundFailed");
  expect(called).toHaveLength(2);
});

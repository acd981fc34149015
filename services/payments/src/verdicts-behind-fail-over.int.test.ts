import { attemptKey } from "@sanu/attempts";
import {
  PaymentDiscrepancyFound,
  paymentsRefundFacts,
  TransactionRefundRequested,
  VerdictApproved,
} from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import type { CollectionRail } from "@sanu/rails";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld, railLike } from "./collection.fixture.ts";

/** A person is asked to look soon; behind that status is checked when a test says so. */
const timings = {
  limits: { ...quickTimings.limits, reviewAfterMs: 300, statusCheckInReviewMs: 60_000 },
  times: quickTimings.times,
};
const silence = { kind: "unknown", cause: "no-response" } as const;
const failedOver = ["PaymentRequested", "PaymentAttemptRejected"] as const;
const concluded = ["PaymentOutcomeUnknown", "PaymentInitiated", "PaymentCompleted"] as const;

const world = await createCollectionWorld();
const asked: string[] = [];
let isSilent = true;

/** North takes no order; south takes each, and says nothing of it for long. */
const railOf = (provider: string): CollectionRail => {
  const rail = railLike(world, { provider });
  return {
    ...rail,
    async initiate(order) {
      if (provider === "north") return { kind: "rejected", reason: "refused-by-provider" };
      await rail.initiate(order);
      return silence;
    },
    async status(query) {
      if (isSilent) return silence;
      asked.push(`${provider} shows ${query.key}`);
      return rail.status(query);
    },
    async refund(order) {
      asked.push(`${provider} refunds ${order.collectionKey}`);
      return rail.refund(order);
    },
  };
};
await world.start({ rails: [railOf("north"), railOf("south")], timings });
const discrepancies = world.listen(PaymentDiscrepancyFound);
const refunded = world.listen(paymentsRefundFacts.RefundSettled);

afterAll(() => world.stop());

it("money of a verdict is booked at whoever had the order, agrees with its word, and goes back from there", async () => {
  const order = await world.order("+2290166000131");
  const { paymentId, transactionId } = order;
  await eventually("a person is asked to look", async () => {
    const text = "select 1 from attempts where subject_id = $1 and reviewed_at is not null";
    return (await world.rows(text, paymentId)).length > 0;
  });
  const key = attemptKey("collection", paymentId, 2);
  const payment = world.sandbox.payments.findByKey(key);
  if (payment === undefined) throw new Error("South has no order");
  world.sandbox.gateway.receive(payment);
  const receiptId = world.sandbox.payments.findByKey(key)?.receipts[0]?.receiptId ?? "";
  const money = { currency: "XOF", amountXof: "10000" } as const;
  await world.publishFact(VerdictApproved, transactionId, {
    caseId: newId<"CaseId">(),
    leg: "payment",
    transactionId,
    subjectId: paymentId,
    money,
    verdict: { kind: "arrived", providerReference: receiptId, money },
    approvedAt: systemClock.now(),
  });
  await world.happened(order, ...failedOver, ...concluded);
  expect((await world.eventsOf(order)).at(-1)).toMatchObject({ attemptNumber: 2 });

  isSilent = false;
  await world.rows("update attempts set next_at = now() where attempt_id = $1", key);
  await eventually("south has shown the receipt", async () => {
    const text = "select 1 from attempts where attempt_id = $1 and next_at > now()";
    return asked.length > 0 && (await world.rows(text, key)).length > 0;
  });
  await world.happened(order, ...failedOver, ...concluded);
  expect(discrepancies).toEqual([]);

  await world.publishFact(TransactionRefundRequested, transactionId, {
    transactionId,
    refundId: newId<"RefundId">(),
    paymentId,
    money,
    reason: "payout-failed",
    receiptId,
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
  });
  await eventually("it is back", () => refunded.length > 0);
  expect(asked).toEqual([`south shows ${key}`, `south refunds ${key}`]);
});

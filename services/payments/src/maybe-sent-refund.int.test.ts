import { attemptKey } from "@sanu/attempts";
import {
  type FactInput,
  paymentsRefundFacts,
  TransactionRefundRequested,
  VerdictApproved,
} from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { listParked, replayParked } from "@sanu/platform";
import { allAcknowledged, eventually, loseAggregates, quickTimings } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CollectionWorld,
  createCollectionWorld,
  type TestOrder,
} from "./collection.fixture.ts";

type RefundRequest = FactInput<typeof TransactionRefundRequested>;
type Verdict = FactInput<typeof VerdictApproved>["verdict"];

const group = "payments-from-transactions";
const inReview = ["RefundRequested", "RefundOutcomeUnknown"] as const;
const money = { currency: "XOF", amountXof: "10000" } as const;
const timings = {
  limits: { ...quickTimings.limits, statusCheckInReviewMs: 100 },
  times: quickTimings.times,
};

let world: CollectionWorld;
const start = () => world.start({ timings });

beforeAll(async () => {
  world = await createCollectionWorld({ slowMs: 300 });
});

afterAll(() => world.stop());

const paymentOf = ({ key }: TestOrder) => world.sandbox.payments.findByKey(key);
const quiet = () => new Promise((resolve) => setTimeout(resolve, 700));
const parked = () => listParked(world.database, { group });

/** An order that was paid; its payer's number decides what becomes of a refund. */
async function paidOrder(lastDigits: string): Promise<TestOrder> {
  const order = await world.order(`+2290166001${lastDigits}`);
  await eventually("the provider has the order", () => paymentOf(order) !== undefined);
  const payment = paymentOf(order);
  if (payment !== undefined) world.sandbox.gateway.receive(payment);
  await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
  return order;
}

const refundOf = (order: TestOrder): RefundRequest => ({
  transactionId: order.transactionId,
  refundId: newId<"RefundId">(),
  paymentId: order.paymentId,
  money,
  reason: "payout-failed",
  receiptId: paymentOf(order)?.receipts[0]?.receiptId ?? "no receipt",
  destination: { kind: "payer" },
  requestedAt: systemClock.now(),
});
const request = (refund: RefundRequest) =>
  world.publishFact(TransactionRefundRequested, String(refund.transactionId), refund);
const happened = ({ refundId }: RefundRequest, ...types: readonly string[]) =>
  world.refundHappened(refundId, ...types);
/** Whatever it was for, and also where the provider did nothing with it. */
const calls = () =>
  world.sandbox.journal.ofKind("call").filter(({ operation }) => operation === "refunds.create")
    .length;
const refundsOf = (order: TestOrder) => {
  const id = paymentOf(order)?.id;
  return world.sandbox.journal.ofKind("refund-settled").filter((entry) => entry.paymentId === id);
};
const saysNow = ({ refundId }: RefundRequest, state: string, code: string) =>
  eventually(`it is ${state}, ${code}`, async () => {
    const text = "select state, last_error from attempts where subject_id = $1";
    const attempts = await world.rows<{ state: string; last_error: string }>(text, refundId);
    return attempts.length === 1 && attempts[0]?.state === state && attempts[0].last_error === code;
  });

/** Payments has called, told nobody what became of it, and comes back on a database that knows nothing of the call. */
const lostAfterCall = async ({ acts = true, lastDigits = "900" } = {}) => {
  await world.stopReplicas();
  await start();
  const order = await paidOrder(lastDigits);
  world.sandbox.control.decideFaults((operation) => {
    if (operation === "refunds.create") return { mode: "reset", acts };
    return operation === "refunds.read" ? { mode: "http-500", acts: false } : undefined;
  });
  const refund = refundOf(order);
  const before = calls();
  await request(refund);
  await eventually("the provider is called", () => calls() > before);
  await allAcknowledged(world.messaging, group);
  await world.stopReplicas();
  await loseAggregates(world.database, refund.refundId);
  await world.rows("delete from refunded_receipts where refund_id = $1", refund.refundId);
  world.sandbox.control.clearFaults();
  await Promise.all([start(), start()]);
  await eventually("what may have gone back is parked", async () => (await parked()).length === 1);
  return { order, refund, called: calls() };
};
const saidToBeMaybeSent = ({ paymentId }: RefundRequest) =>
  replayParked(world.database, { group, aggregateId: paymentId, maybeSent: { provider: null } });

const verdictOn = ({ transactionId, refundId }: RefundRequest, verdict: Verdict) =>
  world.publishFact(VerdictApproved, String(transactionId), {
    caseId: newId<"CaseId">(),
    transactionId,
    leg: "refund",
    subjectId: refundId,
    money,
    verdict,
    approvedAt: systemClock.now(),
  });

describe("a refund of francs that a database had sent which is no more, and that is said to be maybe sent", () => {
  it("is found at its provider by its key, settles, and nobody is called a second time, however often its fact comes again", async () => {
    const published = world.listen(paymentsRefundFacts.RefundSettled);
    const { order, refund, called } = await lostAfterCall();
    await request(refund);
    expect(await saidToBeMaybeSent(refund)).toBe(1);
    await happened(refund, ...inReview, "RefundSettled");
    await request(refund);
    await allAcknowledged(world.messaging, group);
    await quiet();
    await happened(refund, ...inReview, "RefundSettled");
    expect(calls()).toBe(called);
    expect(refundsOf(order)).toHaveLength(1);
    expect(await parked()).toEqual([]);
    expect(
      published.filter((fact) => (fact as RefundRequest).refundId === refund.refundId),
    ).toHaveLength(1);
  });

  it("is people's where its provider does not know it, is not sent again, and its money may be ordered back again once they say never", async () => {
    const { order, refund, called } = await lostAfterCall({ acts: false });
    await saidToBeMaybeSent(refund);
    await happened(refund, ...inReview);
    await saysNow(refund, "unknown", "not-found");
    await quiet();
    expect(calls()).toBe(called);
    const early = refundOf(order);
    await request(early);
    await happened(early, "RefundRequested", "RefundFailed");

    await verdictOn(refund, { kind: "never" });
    await happened(refund, ...inReview, "RefundFailed");
    const second = refundOf(order);
    await request({ ...second, earlierRefundIds: [refund.refundId] });
    await happened(second, "RefundRequested", "RefundSettled");
    expect(calls()).toBe(called + 1);
    expect(refundsOf(order)).toHaveLength(1);
  });

  it("is people's where its provider refused it: a later attempt, which is lost, may have arrived", async () => {
    const { order, refund, called } = await lostAfterCall({ lastDigits: "556" });
    await saidToBeMaybeSent(refund);
    await happened(refund, ...inReview);
    await saysNow(refund, "unknown", "wallet-refused");
    await quiet();
    await happened(refund, ...inReview);
    expect(calls()).toBe(called);

    await verdictOn(refund, { kind: "arrived", providerReference: "r-8", money });
    await happened(refund, ...inReview, "RefundSettled");
    await quiet();
    // That the first one was refused was known, and contradicts nobody.
    await happened(refund, ...inReview, "RefundSettled");
    expect(refundsOf(order)).toHaveLength(0);
  });

  it("waits while it is on its way there, and settles when it arrives", async () => {
    const { order, refund, called } = await lostAfterCall({ lastDigits: "557" });
    await saidToBeMaybeSent(refund);
    await happened(refund, ...inReview, "RefundSettled");
    expect(calls()).toBe(called);
    expect(refundsOf(order)).toHaveLength(1);
  });

  it("is not refused because another refund has its receipt by now: it may have been sent before that", async () => {
    const { order, refund, called } = await lostAfterCall();
    await world.rows(
      "insert into refunded_receipts (payment_id, receipt_reference, refund_id) values ($1, $2, $3)",
      order.paymentId,
      refund.receiptId,
      newId(),
    );
    await saidToBeMaybeSent(refund);
    await happened(refund, ...inReview, "RefundSettled");
    expect(calls()).toBe(called);
    const text = "select provider from attempts where attempt_id = $1";
    expect(await world.rows(text, attemptKey("refund", refund.refundId, 1))).toEqual([
      { provider: "sandbox" },
    ]);
  });
});

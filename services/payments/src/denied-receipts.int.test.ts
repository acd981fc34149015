import {
  type FactInput,
  PaymentReversed,
  paymentsOutcomeFacts,
  TransactionRefundRequested,
  VerdictApproved,
} from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import type { CollectionRail, CollectionStatus } from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createCollectionWorld, railLike, type TestOrder } from "./collection.fixture.ts";

const world = await createCollectionWorld();
/** What the provider says now of an order that it had called paid. */
const now = new Map<string, CollectionStatus>();
const sandbox = railLike(world, {});
const rail: CollectionRail = {
  ...sandbox,
  status: async (query) => now.get(query.key) ?? sandbox.status(query),
};
await world.start({ rails: [rail] });
const words = world.listen(paymentsOutcomeFacts.OutcomeContradicted);
const reversals = world.listen(PaymentReversed);

afterAll(() => world.stop());

const francs = { currency: "XOF", amountXof: "10000" } as const;
const denied = [
  "PaymentRequested",
  "PaymentInitiated",
  "PaymentCompleted",
  "OutcomeContradicted",
] as const;

async function checkLate(order: TestOrder): Promise<void> {
  const due = "update attempts set next_at = now() where subject_id = $1 returning 1";
  await world.rows(due, order.paymentId);
  await eventually("it is checked", async () => {
    const text = "select 1 from attempts where subject_id = $1 and next_at > now()";
    return (await world.rows(text, order.paymentId)).length === 1;
  });
}

/** Its provider says by the same name of the order that nothing came. */
async function deny(order: TestOrder): Promise<void> {
  const status = await sandbox.status({ key: order.key, providerReference: null });
  if (status.kind !== "completed") throw new Error(`It is ${status.kind}`);
  const { providerReference } = status;
  now.set(order.key, { kind: "failed", providerReference, reason: "refused-by-provider" });
  await checkLate(order);
  await world.happened(order, ...denied);
}

/** An order that was paid, by its provider's word, and never was, by the same one's. */
async function deniedOrder(): Promise<TestOrder & { readonly receiptId: string }> {
  const order = await world.order("+2290196000789");
  await world.happened(order, ...denied.slice(0, 3));
  const receiptId = world.sandbox.payments.findByKey(order.key)?.receipts[0]?.receiptId ?? "none";
  await deny(order);
  return { ...order, receiptId };
}

type Denied = Awaited<ReturnType<typeof deniedOrder>>;

async function requestRefund({ transactionId, paymentId, receiptId }: Denied) {
  const request: FactInput<typeof TransactionRefundRequested> = {
    transactionId,
    refundId: newId<"RefundId">(),
    paymentId,
    money: francs,
    reason: "payout-failed",
    receiptId,
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
  };
  await world.publishFact(TransactionRefundRequested, transactionId, request);
  return request.refundId;
}

/** Two of the staff agree; the fact comes twice. */
async function decide({ transactionId, paymentId, receiptId }: Denied, kind: "arrived" | "never") {
  const verdict =
    kind === "never" ? { kind } : { kind, providerReference: receiptId, money: francs };
  const caseId = newId<"CaseId">();
  const of = { caseId, transactionId, leg: "payment", subjectId: paymentId, receiptId } as const;
  const fact = { ...of, money: francs, verdict, approvedAt: systemClock.now() };
  for (const _twice of [1, 2]) await world.publishFact(VerdictApproved, transactionId, fact);
  return caseId;
}

describe("money that its provider says never came", () => {
  it("is named by that word, once, and no refund of it is paid, whatever is ordered", async () => {
    const order = await deniedOrder();
    const { transactionId, paymentId: subjectId, receiptId } = order;
    await checkLate(order);
    await world.happened(order, ...denied);
    const ofOrder = () => words.filter((one) => JSON.stringify(one).includes(subjectId));
    await eventually("it is published", () => ofOrder().length > 0);
    expect(ofOrder()).toMatchObject([
      { transactionId, subjectId, found: "never", counted: [{ receiptId, money: francs }] },
    ]);
    const refundId = await requestRefund(order);
    await world.refundHappened(refundId, "RefundRequested", "RefundFailed");
    expect(world.refundCalls(refundId)).toBe(0);
  });

  it("ends like a reversal once two of the staff say so, and no refund of it is ever paid", async () => {
    const order = await deniedOrder();
    const caseId = await decide(order, "never");
    await world.happened(order, ...denied, "PaymentReversed");
    await eventually("it is published", () =>
      reversals.some((one) => JSON.stringify(one).includes(caseId)),
    );
    await checkLate(order);
    await world.happened(order, ...denied, "PaymentReversed");
    const refundId = await requestRefund(order);
    await world.refundHappened(refundId, "RefundRequested", "RefundFailed");
    expect(world.refundCalls(refundId)).toBe(0);
    // Its provider shows it all the same: that is another question.
    now.delete(order.key);
    await checkLate(order);
    await world.happened(order, ...denied, "PaymentReversed", "OutcomeContradicted");
  });

  it("goes back once two of the staff say that it came, though its provider denies it on", async () => {
    const order = await deniedOrder();
    await decide(order, "arrived");
    await world.happened(order, ...denied, "PaymentReceiptConfirmed");
    await checkLate(order);
    await world.happened(order, ...denied, "PaymentReceiptConfirmed");
    const refundId = await requestRefund(order);
    await world.refundHappened(refundId, "RefundRequested", "RefundSettled");
    expect(world.refundCalls(refundId)).toBe(1);
  });

  it("is not refunded by what was ordered before that word and could not be called yet", async () => {
    const order = await world.order("+2290196000789");
    await world.happened(order, ...denied.slice(0, 3));
    const receiptId = world.sandbox.payments.findByKey(order.key)?.receipts[0]?.receiptId ?? "none";
    world.sandbox.control.decideFaults((operation) =>
      operation === "refunds.create" ? { mode: "http-500", acts: false } : undefined,
    );
    const refundId = await requestRefund({ ...order, receiptId });
    await eventually("it was called in vain", async () => {
      const text = "select 1 from attempts where subject_id = $1 and call_error is not null";
      return (await world.rows(text, refundId)).length === 1;
    });
    await deny(order);
    world.sandbox.control.clearFaults();
    await eventually("the resend is withheld", async () => {
      const text =
        "select 1 from attempts where subject_id = $1 and last_error = 'receipt-reversed'";
      return (await world.rows(text, refundId)).length === 1;
    });
    expect(world.refundCalls(refundId)).toBe(0);
    // Two of the staff say that it came: the same refund goes on under its key.
    await decide({ ...order, receiptId }, "arrived");
    await world.refundHappened(refundId, "RefundRequested", "RefundSettled");
    expect(world.refundCalls(refundId)).toBe(1);
  });
});

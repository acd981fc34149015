import { paymentsVerdictFacts, TransactionRefundRequested, VerdictApproved } from "@sanu/contracts";
import { type CaseId, newId, type RefundId, systemClock } from "@sanu/kernel";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createCollectionWorld, type TestOrder } from "./collection.fixture.ts";

type Operation = Parameters<Parameters<(typeof world)["sandbox"]["control"]["decideFaults"]>[0]>[0];

/** A person is asked to look soon; behind that status is checked when a test says so. */
const timings = {
  limits: { ...quickTimings.limits, reviewAfterMs: 300, statusCheckInReviewMs: 60_000 },
  times: quickTimings.times,
};

const world = await createCollectionWorld();
await world.start({ timings });
const contradicted = world.listen(paymentsVerdictFacts.VerdictContradicted);

beforeEach(() => world.sandbox.control.clearFaults());
afterAll(() => world.stop());

/** A call is made, or not, and nobody says which. */
function beSilent(call: Operation, read: Operation, acts: boolean): void {
  let isCalled = false;
  world.sandbox.control.decideFaults((operation) => {
    isCalled ||= operation === call;
    if (operation === call) return { mode: "reset", acts };
    return isCalled && operation === read ? { mode: "http-500", acts: false } : undefined;
  });
}

const inReview = (subjectId: string) =>
  eventually("a person is asked to look", async () => {
    const text = "select 1 from attempts where subject_id = $1 and reviewed_at is not null";
    return (await world.rows(text, subjectId)).length > 0;
  });
const stateOf = async (subjectId: string) => {
  const text = `select state, concluded_at is not null as concluded, calls
    from attempts where subject_id = $1 order by created_at`;
  return world.rows<{ state: string; concluded: boolean; calls: number }>(text, subjectId);
};
const money = { currency: "XOF", amountXof: "10000" } as const;
const never = { kind: "never" } as const;
const arrivedAs = (providerReference: string) =>
  ({ kind: "arrived", providerReference, money }) as const;

/** Two of the staff have decided, and the fact comes three times. */
async function decide(
  about: {
    leg: "payment" | "refund";
    transactionId: TestOrder["transactionId"];
    subjectId: string;
  },
  verdict: typeof never | ReturnType<typeof arrivedAs>,
): Promise<CaseId> {
  const caseId = newId<"CaseId">();
  const approvedAt = systemClock.now();
  const fact = { caseId, ...about, money, verdict, approvedAt };
  for (const _again of [1, 2, 3]) {
    await world.publishFact(VerdictApproved, about.transactionId, fact);
  }
  return caseId;
}

async function unknownPayment(digits: string, acts: boolean): Promise<TestOrder> {
  beSilent("payments.create", "payments.read", acts);
  const order = await world.order(`+2290166002${digits}`);
  await inReview(order.paymentId);
  return order;
}
const ofPayment = ({ transactionId, paymentId }: TestOrder) =>
  ({ leg: "payment", transactionId, subjectId: paymentId }) as const;
const types = async (order: TestOrder) => (await world.eventsOf(order)).map(({ type }) => type);

describe("the verdict of two people about a collection", () => {
  it("that its money came completes the payment once, under its case, and nobody is prompted again", async () => {
    const order = await unknownPayment("900", false);
    const caseId = await decide(ofPayment(order), arrivedAs("stated-receipt"));
    await eventually("it is completed", async () =>
      (await types(order)).includes("PaymentCompleted"),
    );
    world.sandbox.control.clearFaults();

    expect((await world.eventsOf(order)).at(-1)).toMatchObject({
      type: "PaymentCompleted",
      caseId,
      receiptReference: "stated-receipt",
    });
    const calls = world.callsOf(order, "payments.create");
    await world.rows("update attempts set next_at = now() where subject_id = $1", order.paymentId);
    await eventually("its status is checked", async () => {
      const text = "select 1 from attempts where subject_id = $1 and status_checks > 0";
      return (await world.rows(text, order.paymentId)).length > 0;
    });
    expect(world.callsOf(order, "payments.create")).toBe(calls);
    expect(await stateOf(order.paymentId)).toMatchObject([{ state: "settled", concluded: true }]);
  });

  it("that it never came fails the payment, and money that comes all the same waits for a person", async () => {
    const order = await unknownPayment("901", true);
    const caseId = await decide(ofPayment(order), never);
    await eventually("it has failed", async () => (await types(order)).includes("PaymentFailed"));
    const payment = world.sandbox.payments.findByKey(order.key);
    if (payment === undefined) throw new Error("The provider has no order");
    world.sandbox.control.clearFaults();
    world.sandbox.gateway.receive(payment);
    await eventually("the contradiction is published", () =>
      contradicted.some((fact) => (fact as { caseId: string }).caseId === caseId),
    );
    const [receipt] = world.sandbox.payments.findByKey(order.key)?.receipts ?? [];
    expect(
      contradicted.filter((fact) => (fact as { caseId: string }).caseId === caseId),
    ).toMatchObject([
      {
        leg: "payment",
        found: "arrived",
        receipt: { receiptId: receipt?.receiptId, money },
      },
    ]);
    expect((await types(order)).slice(-2)).toEqual(["PaymentFailed", "VerdictContradicted"]);
  });

  it("waits for a call or a status check that is under way, and is carried out behind it", async () => {
    const order = await unknownPayment("902", false);
    await world.rows(
      "update attempts set lease_until = now() + interval '100 milliseconds', lease_owner = 'another' where subject_id = $1",
      order.paymentId,
    );
    await decide(ofPayment(order), never);
    await eventually(
      "it has failed",
      async () => (await types(order)).includes("PaymentFailed"),
      20_000,
    );
    expect(await stateOf(order.paymentId)).toMatchObject([{ state: "rejected", concluded: true }]);
  });
});

describe("the verdict of two people about a refund of XOF", () => {
  async function unknownRefund(
    digits: string,
  ): Promise<TestOrder & { readonly refundId: RefundId }> {
    const order = await world.order(`+2290166003${digits}`);
    await eventually("the provider has the order", () => {
      return world.sandbox.payments.findByKey(order.key) !== undefined;
    });
    const payment = world.sandbox.payments.findByKey(order.key);
    if (payment === undefined) throw new Error("The provider has no order");
    world.sandbox.gateway.receive(payment);
    await eventually("it is paid", async () => (await types(order)).includes("PaymentCompleted"));
    beSilent("refunds.create", "refunds.read", false);
    const refundId = newId<"RefundId">();
    await world.publishFact(TransactionRefundRequested, order.transactionId, {
      transactionId: order.transactionId,
      refundId,
      paymentId: order.paymentId,
      money,
      reason: "payout-failed",
      receiptId: world.sandbox.payments.findByKey(order.key)?.receipts[0]?.receiptId ?? "",
      destination: { kind: "payer" },
      requestedAt: systemClock.now(),
    });
    await inReview(refundId);
    return { ...order, refundId };
  }
  const about = ({ transactionId, refundId }: { readonly refundId: RefundId } & TestOrder) =>
    ({ leg: "refund", transactionId, subjectId: refundId }) as const;

  it("that it arrived settles it once, and it is never sent again", async () => {
    const refund = await unknownRefund("900");
    const calls = world.refundCalls(refund.refundId);
    await decide(about(refund), arrivedAs("by-hand"));
    await world.refundHappened(
      refund.refundId,
      "RefundRequested",
      "RefundOutcomeUnknown",
      "RefundSettled",
    );
    world.sandbox.control.clearFaults();
    expect(await stateOf(refund.refundId)).toMatchObject([{ state: "settled", concluded: true }]);
    expect(world.refundCalls(refund.refundId)).toBe(calls);
  });

  it("that it never left fails it, and its receipt may go back by another one", async () => {
    const refund = await unknownRefund("901");
    await decide(about(refund), never);
    await world.refundHappened(
      refund.refundId,
      "RefundRequested",
      "RefundOutcomeUnknown",
      "RefundFailed",
    );
    const reserved = "select 1 from refunded_receipts where refund_id = $1";
    expect(await world.rows(reserved, refund.refundId)).toEqual([]);
  });
});

import {
  type FactInput,
  paymentsOutcomeFacts,
  TransactionRefundRequested,
  VerdictApproved,
} from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import type { CollectionRail } from "@sanu/rails";
import { callbackSignature } from "@sanu/sandbox";
import { compareStatements, eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createCollectionWorld, railLike, type TestOrder } from "./collection.fixture.ts";

const world = await createCollectionWorld();
/** What the provider's status says now that an order brought, where that is not what it said at first. */
const now = new Map<string, bigint>();
const sandbox = railLike(world, {});
const rail: CollectionRail = {
  ...sandbox,
  async status(query) {
    const status = await sandbox.status(query);
    const amount = now.get(query.key);
    if (status.kind !== "completed" || amount === undefined) return status;
    const [first, ...others] = status.receipts;
    return { ...status, receipts: [{ ...first, amountXof: xof(amount) }, ...others] };
  },
};
await world.start({ rails: [rail] }, { STATEMENT_POLL_MS: "50" });
const words = world.listen(paymentsOutcomeFacts.OutcomeContradicted);

afterAll(() => world.stop());

const francs = (amount: bigint) => ({ currency: "XOF", amountXof: `${amount}` }) as const;
const paid = ["PaymentRequested", "PaymentInitiated", "PaymentCompleted"] as const;
const word = "OutcomeContradicted";
type Paid = TestOrder & { readonly receiptId: string };

async function paidOrder(): Promise<Paid> {
  const order = await world.order("+2290196000789");
  await world.happened(order, ...paid);
  const receiptId = world.sandbox.payments.findByKey(order.key)?.receipts[0]?.receiptId ?? "none";
  return { ...order, receiptId };
}

async function checkLate(order: TestOrder): Promise<void> {
  const due = "update attempts set next_at = now() where subject_id = $1 returning 1";
  await world.rows(due, order.paymentId);
  await eventually("it is checked", async () => {
    const text = "select 1 from attempts where subject_id = $1 and next_at > now()";
    return (await world.rows(text, order.paymentId)).length === 1;
  });
}

/** A callback of the provider, which says an amount of its own. */
function callBack({ key }: TestOrder, amount: bigint): Promise<string> {
  const payment = { id: "unknown", merchant_key: key, status: "completed" };
  const body = {
    event_id: newId(),
    type: "payment.completed",
    occurred_at: systemClock.now(),
    payment: { ...payment, amount_xof: `${amount}` },
  };
  const text = JSON.stringify(body);
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = callbackSignature("the sandbox signs with this", text, seconds);
  return world.deliver({ rawBody: Buffer.from(text), signature });
}

async function requestRefund({ transactionId, paymentId, receiptId }: Paid, amount: bigint) {
  const request: FactInput<typeof TransactionRefundRequested> = {
    transactionId,
    refundId: newId<"RefundId">(),
    paymentId,
    money: francs(amount),
    reason: "payout-failed",
    receiptId,
    destination: { kind: "payer" },
    requestedAt: systemClock.now(),
  };
  await world.publishFact(TransactionRefundRequested, transactionId, request);
  return request.refundId;
}

/** Two of the staff agree how much came; the fact comes twice. */
async function decide({ transactionId, paymentId, receiptId }: Paid, came: bigint) {
  const verdict = {
    kind: "arrived",
    providerReference: receiptId,
    money: francs(came),
  } as const;
  const of = { caseId: newId<"CaseId">(), transactionId, leg: "payment", receiptId } as const;
  const fact = { ...of, subjectId: paymentId, money: francs(10_000n), verdict };
  const approved = { ...fact, approvedAt: systemClock.now() };
  for (const _twice of [1, 2]) await world.publishFact(VerdictApproved, transactionId, approved);
}

const differences = async ({ receiptId }: Paid) => {
  const rows = await compareStatements<{ kind: string; reference: string | null }>(
    world,
    "kind, data->>'reference' as reference",
  );
  return rows.filter(({ reference }) => reference === receiptId).map(({ kind }) => kind);
};

describe("money that its provider shows in another amount than it did", () => {
  it("is published with both amounts, once for each of them, and no refund of it is paid meanwhile", async () => {
    const order = await paidOrder();
    const { transactionId, paymentId: subjectId, receiptId } = order;
    for (const amount of [6_000n, 6_000n]) {
      now.set(order.key, amount);
      await checkLate(order);
      await world.happened(order, ...paid, word);
    }
    const refundId = await requestRefund(order, 10_000n);
    await world.refundHappened(refundId, "RefundRequested", "RefundFailed");
    expect(world.refundCalls(refundId)).toBe(0);
    now.set(order.key, 12_000n);
    await checkLate(order);
    now.delete(order.key);
    await checkLate(order);
    await world.happened(order, ...paid, word, word, word);

    const said = () => words.filter((one) => JSON.stringify(one).includes(subjectId));
    await eventually("all are published", () => said().length === 3);
    const of = { transactionId, leg: "payment", subjectId, found: "arrived" };
    const counted = { receiptId, money: francs(10_000n) };
    expect(said()).toEqual([
      expect.objectContaining({ ...of, counted: [{ ...counted, shown: francs(6_000n) }] }),
      expect.objectContaining({ ...of, counted: [{ ...counted, shown: francs(12_000n) }] }),
      expect.objectContaining({ ...of, counted: [counted] }),
    ]);
  });

  it("is what its status says, and never a callback: that only makes us read it", async () => {
    const order = await paidOrder();
    expect(await callBack(order, 6_000n)).toBe("ignored");
    await world.happened(order, ...paid);
    now.set(order.key, 6_000n);
    expect(await callBack(order, 10_000n)).toBe("accepted");
    await world.happened(order, ...paid, word);
    expect(await callBack(order, 10_000n)).toBe("ignored");
    await world.happened(order, ...paid, word);
  });

  it("goes back as it came once two of the staff say so, and the statement agrees from then on", async () => {
    const order = await paidOrder();
    const { receiptId: reference } = order;
    now.set(order.key, 6_000n);
    world.sandbox.mistakes.add({ kind: "amount", reference, by: -4_000n });
    await checkLate(order);
    await world.happened(order, ...paid, word);
    expect(await differences(order)).toEqual(["other-amount"]);
    await decide(order, 6_000n);
    await world.happened(order, ...paid, word, "PaymentReceiptCorrected");
    expect(await differences(order)).toEqual([]);
    await checkLate(order);
    await world.happened(order, ...paid, word, "PaymentReceiptCorrected");
    const other = await requestRefund(order, 10_000n);
    await world.refundHappened(other, "RefundRequested", "RefundFailed");
    const refundId = await requestRefund(order, 6_000n);
    await world.refundHappened(refundId, "RefundRequested", "RefundSettled");
    expect(world.refundCalls(other)).toBe(0);
    expect(world.refundCalls(refundId)).toBe(1);
    world.sandbox.mistakes.clear();
  });

  it("goes back as it was counted once two of the staff say that this is what came", async () => {
    const order = await paidOrder();
    now.set(order.key, 12_000n);
    await checkLate(order);
    await decide(order, 10_000n);
    await world.happened(order, ...paid, word, "PaymentReceiptConfirmed");
    await checkLate(order);
    await world.happened(order, ...paid, word, "PaymentReceiptConfirmed");
    const refundId = await requestRefund(order, 10_000n);
    await world.refundHappened(refundId, "RefundRequested", "RefundSettled");
    expect(world.refundCalls(refundId)).toBe(1);
  });
});

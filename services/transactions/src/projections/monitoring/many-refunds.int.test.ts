import { GetMonitored, PaymentDiscrepancyFound, paymentsAuditTrail } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { place, reached, said } from "../../orders.fixture.ts";
import { startTransactions } from "../../transactions.fixture.ts";

const running = await startTransactions();
afterAll(() => running.stop());

/** More than one question to payments may name. */
const paidAgain = 70;

it("tells of a transaction that was paid again and again what payments and payouts can be asked about", async () => {
  const placed = await place(running);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  const { transactionId, paymentId } = placed;
  for (let count = 1; count <= paidAgain; count += 1) {
    await running.payments.publish(PaymentDiscrepancyFound, paymentId, {
      transactionId,
      paymentId,
      discrepancy: "duplicate",
      received: { currency: "XOF", amountXof: "10000" },
      receiptId: `receipt ${count}`,
      foundAt: running.clock.now(),
    });
  }
  const ordered =
    "select data ->> 'refundId' as id from events where stream_id = $1 and event_type = 'TransactionRefundRequested' order by version";
  const refunds = await eventually("all go back", async () => {
    const rows = await running.rowsOf<{ id: string }>(ordered, [transactionId]);
    return rows.length === paidAgain && rows;
  });

  const shown = await running.request(GetMonitored, { transactionId });
  if (shown.kind !== "replied") throw new Error(JSON.stringify(shown));
  const { streamIds, transaction } = shown.data;
  const { request } = paymentsAuditTrail.getAuditTrail;
  expect(request.safeParse({ streamIds }).success).toBe(true);
  expect(streamIds).toEqual(expect.arrayContaining([paymentId, transaction.payout_id]));
  expect(streamIds.at(-1)).toBe(refunds.at(-1)?.id);
});

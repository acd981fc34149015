import {
  ProvideRefundInvoice,
  payoutsOutcomeFacts,
  payoutsRefundFacts,
  ResolveReview,
} from "@sanu/contracts";
import { type AccountId, instant, newId, type RefundId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { floatNow, insertReport } from "../guards/floats.fixture.ts";
import { type Placed, payoutOf, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

/** From BOLT 11: made on 2017-06-01 at 10:57:38 UTC, good for an hour, for any amount. */
const invoice =
  "lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap2r09nt4ndd0unm3z9u5t48y6ucv4r5sg7lk98c77ctvjczkspk5qprc90gx";

const running = await startTransactions();
// A moment at which the invoice is valid.
running.clock.set(instant("2017-06-01T11:00:00.000000Z"));
const { clock, rowsOf } = running;
const ama: AccountId = newId();

afterAll(() => running.stop());

const openCases = ({ transactionId }: Placed) =>
  rowsOf<{ kind: string }>(
    "select kind from cases where transaction_id = $1 and status <> 'closed' order by kind",
    [transactionId],
  );

/** A sale whose francs could not go out, and whose sats did not go back. */
async function lostSale(): Promise<Placed> {
  const placed = await place(running, { transactionType: "SELL_BITCOIN" });
  const { transactionId } = placed;
  await said.soldFor(running, placed, placed.answer.transaction.amount_sats.replace(" SATS", ""));
  await reached(running, placed, "PROCESSING");
  await said.payoutFailed(running, placed, "refused-by-receiver");
  const refundId = await eventually("a refund is ordered", async () => {
    const text = `select data->>'refundId' as id from events
      where stream_id = $1 and event_type = 'TransactionRefundRequested'`;
    return (await rowsOf<{ id: RefundId }>(text, [transactionId]))[0]?.id;
  });
  await running.payouts.publish(payoutsRefundFacts.RefundFailed, refundId, {
    refundId,
    transactionId,
    reason: "no-route",
    failedAt: clock.now(),
  });
  await eventually("an address is needed", async () => (await openCases(placed)).length === 1);
  return placed;
}

it("the sats of a sale whose francs arrived after all go to no invoice, and the staff completes it", async () => {
  for (const rail of ["disbursement", "lightning"] as const) {
    await insertReport(running, { rail, amount: 1_000_000n });
  }
  const placed = await lostSale();
  expect((await floatNow(running, "lightning")).reserved).toBeGreaterThan(0n);
  const { transactionId, accountId } = placed;
  const { payoutId: subjectId } = await payoutOf(running, placed);
  await running.payouts.publish(payoutsOutcomeFacts.OutcomeContradicted, subjectId, {
    transactionId,
    leg: "payout",
    subjectId,
    attemptNumber: 1,
    found: "arrived",
    foundAt: clock.now(),
  });
  await eventually("it is asked about", async () => (await openCases(placed)).length === 2);
  const give = { commandId: newId<"CommandId">(), transactionId, accountId, invoice };
  expect(await running.request(ProvideRefundInvoice, give)).toMatchObject({
    refusal: { code: "return-not-needed" },
  });

  const end = { commandId: newId<"CommandId">(), transactionId, resolvedBy: ama };
  const asked = { ...end, resolution: "close", reason: "its receiver has them" } as const;
  expect(await running.request(ResolveReview, asked)).toMatchObject({ kind: "replied" });
  await reached(running, placed, "COMPLETED");
  expect(await openCases(placed)).toEqual([]);
  expect((await floatNow(running, "lightning")).reserved).toBe(0n);
  const books = `select sum(user_payable)::int as payable, sum(gateway_float)::int as francs
    from book_entries where transaction_id = $1`;
  expect(await rowsOf(books, [transactionId])).toEqual([{ payable: 0, francs: -10_000 }]);
});

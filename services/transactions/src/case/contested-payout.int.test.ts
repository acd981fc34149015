import {
  ApproveVerdict,
  PayoutWithheld,
  ProposeVerdict,
  ProvideRefundInvoice,
  payoutsOutcomeFacts,
  payoutsRefundFacts,
  ResolveReview,
} from "@sanu/contracts";
import {
  type AccountId,
  type CaseId,
  instant,
  newId,
  type PayoutId,
  type RefundId,
} from "@sanu/kernel";
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
const begin = instant("2017-06-01T11:00:00.000000Z");
running.clock.set(begin);
const { clock, rowsOf } = running;
const [ama, kofi]: readonly [AccountId, AccountId] = [newId(), newId()];
for (const admin of [ama, kofi]) running.newcomers.set(admin, begin);

afterAll(() => running.stop());

const openCases = ({ transactionId }: Placed) =>
  rowsOf<{ kind: string; id: CaseId }>(
    "select kind, case_id as id from cases where transaction_id = $1 and status <> 'closed' order by kind",
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

/** Its provider says against its own word that its francs, or sats, are there. */
async function arrivesAfterAll({ transactionId }: Placed, subjectId: PayoutId): Promise<void> {
  await running.payouts.publish(payoutsOutcomeFacts.OutcomeContradicted, subjectId, {
    transactionId,
    leg: "payout",
    subjectId,
    attemptNumber: 1,
    found: "arrived",
    foundAt: clock.now(),
  });
}

it("the sats of a sale whose francs arrived after all go to no invoice, and the staff completes it", async () => {
  for (const rail of ["disbursement", "lightning"] as const) {
    await insertReport(running, { rail, amount: 1_000_000n });
  }
  const placed = await lostSale();
  expect((await floatNow(running, "lightning")).reserved).toBeGreaterThan(0n);
  const { transactionId, accountId } = placed;
  const { payoutId } = await payoutOf(running, placed);
  await arrivesAfterAll(placed, payoutId);
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

it("what is held goes back by no two of the staff while its provider says that it went out", async () => {
  const placed = await place(running);
  const { transactionId } = placed;
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  const { payoutId } = await payoutOf(running, placed);
  const withheld = { payoutId, transactionId, withheldAt: clock.now() };
  await running.payouts.publish(PayoutWithheld, payoutId, withheld);
  await eventually("it is held", async () => (await openCases(placed)).length === 1);
  const [held] = await openCases(placed);
  if (held === undefined) throw new Error("Nothing is held");
  await arrivesAfterAll(placed, payoutId);
  await eventually("it is asked about", async () => (await openCases(placed)).length === 2);
  const proposalId = newId<"CommandId">();
  const about = { caseId: held.id, by: ama, evidence: "a letter" };
  const proposed = { kind: "refund" } as const;
  const word = await running.request(ProposeVerdict, { ...about, commandId: proposalId, proposed });
  expect(word.kind).toBe("replied");
  const approval = { commandId: newId<"CommandId">(), caseId: held.id, proposalId, by: kofi };
  expect(await running.request(ApproveVerdict, { ...approval, reason: "seen" })).toMatchObject({
    refusal: { code: "verdict-not-possible" },
  });
  const refunds =
    "select 1 from events where stream_id = $1 and event_type like '%RefundRequested'";
  expect(await rowsOf(refunds, [transactionId])).toEqual([]);
});

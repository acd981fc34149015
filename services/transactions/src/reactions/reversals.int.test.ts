import {
  ApproveVerdict,
  type FactDefinition,
  type FactInput,
  idOf,
  PayoutFailed,
  PayoutReversed,
  PayoutWithheld,
  ProposeVerdict,
  paymentsRefundFacts,
  RefundReversed,
  type RequestInput,
} from "@sanu/contracts";
import { type CaseId, newId, type RefundId } from "@sanu/kernel";
import { eventually, type FactSource } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { complete, type Placed, payoutOf, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions();
const { clock, rowsOf } = running;
const francs = { currency: "XOF", amountXof: "10000" } as const;

afterAll(() => running.stop());

const countOf = async ({ transactionId }: Placed, type: string) => {
  const text = "select 1 from events where stream_id = $1 and event_type = $2";
  return (await rowsOf(text, [transactionId, type])).length;
};
const casesOf = ({ transactionId }: Placed) =>
  rowsOf("select kind, amount_xof from cases where transaction_id = $1", [transactionId]);
const handled = async () => (await rowsOf("select 1 from handled")).length;

/** Two of the staff agree, the second one twice. */
async function decide(
  placed: Placed,
  proposed: RequestInput<typeof ProposeVerdict>["proposed"],
): Promise<void> {
  const { transactionId } = placed;
  const find = "select case_id as id from cases where transaction_id = $1 and status <> 'closed'";
  const [found] = await rowsOf<{ id: CaseId }>(find, [transactionId]);
  if (found === undefined) throw new Error("no case");
  const proposalId = newId<"CommandId">();
  const said = { caseId: found.id, by: newId<"AccountId">() };
  const evidence = "the statement of the day";
  const request = { ...said, commandId: proposalId, proposed, evidence };
  expect(await running.request(ProposeVerdict, request)).toMatchObject({ kind: "replied" });
  const by = newId<"AccountId">();
  for (const _twice of [1, 2]) {
    const commandId = newId<"CommandId">();
    const approval = { caseId: found.id, commandId, proposalId, by, reason: "the same" };
    expect(await running.request(ApproveVerdict, approval)).toMatchObject({
      data: { case: { status: "closed" } },
    });
  }
  const ofDebt = proposed.kind === "close" ? 0 : 1;
  expect(await countOf(placed, "TransactionDebtSettled")).toBe(ofDebt);
}

/** Tells the same thing three times, as three facts. */
async function publishThrice<Definition extends FactDefinition>(
  source: FactSource,
  of: { readonly fact: Definition; readonly id: string; readonly data: FactInput<Definition> },
): Promise<void> {
  const before = await handled();
  for (const _time of [1, 2, 3]) await source.publish(of.fact, of.id, of.data);
  await eventually("all are handled", async () => (await handled()) === before + 3);
}

it("hears once that a receipt was taken back, however often it is told", async () => {
  const placed = await place(running);
  await complete(running, placed);
  const before = await handled();
  for (const _time of [1, 2, 3]) await said.takenBack(running, placed);
  await eventually("all are handled", async () => (await handled()) === before + 3);
  expect(await countOf(placed, "TransactionPaymentReversed")).toBe(1);
  expect(await casesOf(placed)).toEqual([{ kind: "payment-reversed", amount_xof: 10_000n }]);
  const entries = "select receivable from receivable_entries where transaction_id = $1";
  expect(await rowsOf(entries, [placed.transactionId])).toEqual([{ receivable: 10_000n }]);
  await decide(placed, { kind: "written-off" });
  const losses = "select sum(receivable)::int as due, sum(losses)::int as lost";
  const text = `${losses} from receivable_entries where transaction_id = $1`;
  expect(await rowsOf(text, [placed.transactionId])).toEqual([{ due: 0, lost: 10_000 }]);
});

it("asks anew for what went out behind a receipt that was taken back, once nobody is asked any more", async () => {
  const placed = await place(running);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  await said.takenBack(running, placed);
  await eventually("its case is there", async () => (await casesOf(placed)).length === 1);
  // Nothing is owed as long as its payout may still be stopped.
  await decide(placed, { kind: "close" });
  await said.settled(running, placed);
  await reached(running, placed, "COMPLETED");
  const kinds = "select kind, status, amount_xof from cases where transaction_id = $1 order by 2";
  const ofPayer = { kind: "payment-reversed", amount_xof: 10_000n } as const;
  expect(await rowsOf(kinds, [placed.transactionId])).toEqual([
    { ...ofPayer, status: "closed" },
    { ...ofPayer, status: "open" },
  ]);
  await decide(placed, { kind: "recovered", providerReference: "again-1" });
  const left =
    "select sum(receivable)::int as due from receivable_entries where transaction_id = $1";
  expect(await rowsOf(left, [placed.transactionId])).toEqual([{ due: 0 }]);
});

it("asks once for a receipt that was taken back while its payout arrived, as long as its case is open", async () => {
  const placed = await place(running);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  await said.takenBack(running, placed);
  await eventually("its case is there", async () => (await casesOf(placed)).length === 1);
  await said.settled(running, placed);
  await reached(running, placed, "COMPLETED");
  expect(await casesOf(placed)).toHaveLength(1);
  await decide(placed, { kind: "recovered", providerReference: "again-2" });
});

it("asks once to stop the payout of a receipt that was taken back, and ends with what was not sent", async () => {
  const placed = await place(running);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  const { transactionId } = placed;
  const { payoutId } = await payoutOf(running, placed);
  const before = await handled();
  for (const _time of [1, 2, 3]) await said.takenBack(running, placed);
  await eventually("all are handled", async () => (await handled()) === before + 3);
  expect(await countOf(placed, "TransactionHoldRequested")).toBe(1);
  const data = { payoutId, transactionId, withheldAt: clock.now() };
  await publishThrice(running.payouts, { fact: PayoutWithheld, id: payoutId, data });
  await reached(running, placed, "FAILED");
  expect(await countOf(placed, "TransactionRefundRequested")).toBe(0);
  const kinds = "select kind from cases where transaction_id = $1 and status = 'open'";
  expect(await rowsOf(kinds, [transactionId])).toEqual([{ kind: "payment-reversed" }]);
});

it("hears once that a payout came back", async () => {
  const placed = await place(running);
  await complete(running, placed);
  const { transactionId } = placed;
  const { payoutId: id } = await payoutOf(running, placed);
  const reversed = { money: francs, providerReference: "d-7", reversedAt: clock.now() };
  const data = { payoutId: id, transactionId, ...reversed };
  await publishThrice(running.payouts, { fact: PayoutReversed, id, data });
  expect(await countOf(placed, "TransactionPayoutReversed")).toBe(1);
  expect(await casesOf(placed)).toEqual([{ kind: "payout-reversed", amount_xof: 10_000n }]);
  const due = `select sum(user_payable)::int as due from book_entries
    where transaction_id = $1 and currency = 'XOF'`;
  expect(await rowsOf(due, [transactionId])).toEqual([{ due: -10_000 }]);
  await decide(placed, { kind: "paid-by-hand", providerReference: "hand-7" });
  expect(await rowsOf(due, [transactionId])).toEqual([{ due: 0 }]);
});

it("hears once that a refund came back, and is owed again what it had got rid of", async () => {
  const placed = await place(running);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  const { transactionId } = placed;
  const { payoutId } = await payoutOf(running, placed);
  const failed = { payoutId, transactionId, reason: "no-route", failedAt: clock.now() } as const;
  await running.payouts.publish(PayoutFailed, payoutId, failed);
  const refundId = await eventually("a refund is ordered", async () => {
    const text = `select data->>'refundId' as id from events
      where stream_id = $1 and event_type = 'TransactionRefundRequested'`;
    const [row] = await rowsOf<{ id: string }>(text, [transactionId]);
    return row === undefined ? undefined : idOf<RefundId>().parse(row.id);
  });
  const settled = { refundId, transactionId, money: francs, fee: null, settledAt: clock.now() };
  await running.payments.publish(paymentsRefundFacts.RefundSettled, refundId, settled);
  await reached(running, placed, "FAILED");
  const data = { refundId, transactionId, money: francs, reversedAt: clock.now() };
  await publishThrice(running.payments, { fact: RefundReversed, id: refundId, data });
  expect(await countOf(placed, "TransactionRefundReversed")).toBe(1);
  expect(await casesOf(placed)).toEqual([{ kind: "refund-reversed", amount_xof: 10_000n }]);
  const open = "select is_of_payout from open_refunds where transaction_id = $1";
  expect(await rowsOf(open, [transactionId])).toEqual([{ is_of_payout: false }]);
});

it("waits for no refund that is owed to nobody, and for one that is still under way", async () => {
  const placed = await place(running);
  await said.failed(running, placed);
  await reached(running, placed, "FAILED");
  const { transactionId } = placed;
  await said.completed(running, placed);
  const text = `select data->>'refundId' as id from events
    where stream_id = $1 and event_type = 'TransactionRefundRequested'`;
  const refundId = await eventually("the late money goes back", async () => {
    const [row] = await rowsOf<{ id: string }>(text, [transactionId]);
    return row === undefined ? undefined : idOf<RefundId>().parse(row.id);
  });
  const open = () => rowsOf("select from open_refunds where transaction_id = $1", [transactionId]);
  const happened = (type: string) =>
    eventually(type, async () => (await countOf(placed, type)) === 1);

  await said.takenBack(running, placed);
  await happened("TransactionPaymentReversed");
  // It may arrive as well.
  expect(await open()).toHaveLength(1);
  const settled = { refundId, transactionId, money: francs, fee: null, settledAt: clock.now() };
  await running.payments.publish(paymentsRefundFacts.RefundSettled, refundId, settled);
  await happened("TransactionRefundSettled");
  expect(await open()).toHaveLength(0);
  const back = { refundId, transactionId, money: francs, reversedAt: clock.now() };
  await running.payments.publish(RefundReversed, refundId, back);
  await happened("TransactionRefundReversed");
  // Its payer has it by the provider, and nobody has to end it.
  expect(await open()).toHaveLength(0);
});

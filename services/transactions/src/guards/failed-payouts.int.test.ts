import {
  CreateTransaction,
  idOf,
  PaymentCompleted,
  PayoutFailed,
  type PayoutFailureReason,
  payoutsRefundFacts,
  problems,
} from "@sanu/contracts";
import { type AccountId, type CaseId, newId, type RefundId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { complete, order, type Placed, payoutOf, place, reached, said } from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";

const running = await startTransactions({
  env: {
    FAILED_PAYOUTS_MAX_OF_ACCOUNT: "3",
    FAILED_PAYOUTS_MAX_OF_NUMBER: "2",
    FAILED_PAYOUTS_MAX_OF_RECEIVER: "2",
  },
});

afterAll(() => running.stop());

const tooMany = { kind: "refused", refusal: { code: "too-many-failures" } };
const person = () => newId<"AccountId">() as AccountId;
let numbers = 100;
const newNumber = () => `+22901660${(numbers += 1)}00`;
const ask = (changes: Parameters<typeof order>[0]) =>
  running.request(CreateTransaction, order(changes));
const failuresOf = ({ transactionId }: Placed) =>
  running.rowsOf("select 1 from failed_payouts where transaction_id = $1", [transactionId]);

/** A purchase whose payout fails for good, told as often as told. */
async function failPayout(
  changes: Parameters<typeof order>[0],
  { reason = "no-route", times = 1 }: { reason?: PayoutFailureReason; times?: number } = {},
): Promise<Placed> {
  const placed = await place(running, changes);
  await said.completed(running, placed, `${placed.answer.transaction.amount}`);
  await reached(running, placed, "PROCESSING");
  const { payoutId } = await payoutOf(running, placed);
  const { transactionId } = placed;
  const fact = { payoutId, transactionId, reason, failedAt: running.clock.now() };
  for (let time = 0; time < times; time += 1) {
    await running.payouts.publish(PayoutFailed, payoutId, fact);
  }
  await eventually("it counts", async () => (await failuresOf(placed)).length > 0);
  return placed;
}

/** A sale whose sats are in. */
async function placeSold(changes: Parameters<typeof order>[0]): Promise<Placed> {
  const placed = await place(running, changes);
  await said.soldFor(running, placed, placed.answer.transaction.amount_sats.split(" ")[0] ?? "");
  await reached(running, placed, "PROCESSING");
  return placed;
}

it("refuses the orders of an account whose payouts failed too often, each failure once", async () => {
  const accountId = person();
  for (const receiver of ["a@wallet.example", "b@wallet.example"]) {
    const placed = await failPayout({ accountId, number: newNumber(), receiver }, { times: 3 });
    expect(await failuresOf(placed)).toHaveLength(1);
  }
  const next = { accountId, number: newNumber(), receiver: "c@wallet.example" };
  expect(await ask(next)).toMatchObject({ kind: "replied" });
  await failPayout(next);
  const before = await running.rowsOf("select 1 from events");
  expect(await ask({ ...next, receiver: "d@wallet.example", number: newNumber() })).toMatchObject(
    tooMany,
  );
  expect(await running.rowsOf("select 1 from events")).toEqual(before);
  expect(await ask({ ...next, accountId: person() })).toMatchObject({ kind: "replied" });
  expect(problems["too-many-failures"]).toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
});

it("refuses orders to a receiver or with a number that failed too often, whoever orders", async () => {
  const receiver = "nowhere@wallet.example";
  for (let time = 0; time < 2; time += 1) {
    await failPayout({ accountId: person(), number: newNumber(), receiver });
  }
  const other = { accountId: person(), number: newNumber() };
  expect(await ask({ ...other, receiver })).toMatchObject(tooMany);
  expect(await ask({ ...other, receiver: "ok@wallet.example" })).toMatchObject({ kind: "replied" });

  const number = newNumber();
  for (const each of ["x@wallet.example", "y@wallet.example"]) {
    await failPayout({ accountId: person(), number, receiver: each });
  }
  expect(await ask({ accountId: person(), number, receiver: "ok@wallet.example" })).toMatchObject(
    tooMany,
  );
});

it("takes orders of who has been paid there, whatever strangers fail to send to her", async () => {
  const receiver = "hers@wallet.example";
  const hers = { accountId: person(), number: newNumber(), receiver };
  await complete(running, await place(running, hers));
  for (let time = 0; time < 2; time += 1) {
    await failPayout({ accountId: person(), number: newNumber(), receiver });
  }
  expect(await ask({ accountId: person(), number: newNumber(), receiver })).toMatchObject(tooMany);
  expect(await ask(hers)).toMatchObject({ kind: "replied" });

  // Her own count as before.
  for (let time = 0; time < 2; time += 1) await failPayout({ ...hers, number: newNumber() });
  expect(await ask(hers)).toMatchObject(tooMany);
});

it("takes orders of who has paid with a number or was paid there, whatever strangers' sales to it fail", async () => {
  const number = newNumber();
  const buyer = { accountId: person(), number, receiver: "buyer@wallet.example" };
  await complete(running, await place(running, buyer));
  const sale = { number, transactionType: "SELL_BITCOIN" } as const;
  const seller = { ...sale, accountId: person(), receiver: "seller@wallet.example" };
  const sold = await placeSold(seller);
  await said.settled(running, sold);
  await reached(running, sold, "COMPLETED");

  const failSale = async (accountId: AccountId, receiver: string) => {
    const failed = await placeSold({ ...sale, accountId, receiver });
    await said.payoutFailed(running, failed, "refused-by-receiver");
    await eventually("it counts", async () => (await failuresOf(failed)).length > 0);
  };
  for (const stranger of ["one@wallet.example", "two@wallet.example"]) {
    await failSale(person(), stranger);
  }
  expect(await ask({ ...seller, accountId: person() })).toMatchObject(tooMany);
  expect(await ask({ ...buyer, accountId: person() })).toMatchObject(tooMany);
  expect(await ask(buyer)).toMatchObject({ kind: "replied" });
  expect(await ask(seller)).toMatchObject({ kind: "replied" });

  // Her own count as before.
  for (const hers of ["first@wallet.example", "second@wallet.example"]) {
    await failSale(seller.accountId, hers);
  }
  expect(await ask(seller)).toMatchObject(tooMany);
  expect(await ask({ ...seller, number: newNumber() })).toMatchObject({ kind: "replied" });
});

it.each<readonly [string, { readonly caseId: CaseId } | { readonly isOurSide: true }]>([
  ["what we hold was not enough", { isOurSide: true }],
  ["two of the staff said that it never left", { caseId: newId<"CaseId">() }],
])("counts against nobody where %s, and a verdict not against the rail", async (_why, how) => {
  const placed = await place(running, { accountId: person(), number: newNumber() });
  await said.completed(running, placed, `${placed.answer.transaction.amount}`);
  await reached(running, placed, "PROCESSING");
  const { payoutId } = await payoutOf(running, placed);
  const { transactionId } = placed;
  const failedAt = running.clock.now();
  const fact = { payoutId, transactionId, reason: "no-route", failedAt, ...how } as const;
  await running.payouts.publish(PayoutFailed, payoutId, fact);
  const text =
    "select data->>'uncounted' as why from events where stream_id = $1 and event_type = $2";
  const why = "isOurSide" in how ? "our-side" : "verdict";
  await eventually("it has failed", async () => {
    const rows = await running.rowsOf<{ why: string }>(text, [
      transactionId,
      "TransactionPayoutFailed",
    ]);
    return rows[0]?.why === why;
  });
  expect(await failuresOf(placed)).toEqual([]);
});

it("counts for a day", async () => {
  const receiver = "for-a-day@wallet.example";
  const placed = await failPayout({ accountId: person(), number: newNumber(), receiver });
  await failPayout({ accountId: person(), number: newNumber(), receiver });
  const asked = { accountId: person(), number: newNumber(), receiver };
  expect(await ask(asked)).toMatchObject(tooMany);
  await running.rowsOf(
    "update failed_payouts set failed_at = failed_at - interval '1 day' where transaction_id = $1",
    [placed.transactionId],
  );
  expect(await ask(asked)).toMatchObject({ kind: "replied" });
});

it("counts a refund that failed too, and that of a sale whose float was empty not at all", async () => {
  const selling = { transactionType: "SELL_BITCOIN", accountId: person() } as const;
  const placed = await place(running, { ...selling, number: newNumber() });
  const { paymentId } = placed;
  await running.payments.publish(PaymentCompleted, paymentId, {
    paymentId,
    transactionId: placed.transactionId,
    received: { currency: "SATS", amountSats: "17007" },
    receiptId: `hash of ${paymentId}`,
    completedAt: running.clock.now(),
  });
  await reached(running, placed, "PROCESSING");
  const { payoutId } = await payoutOf(running, placed);
  const { transactionId } = placed;
  const failedAt = running.clock.now();
  await running.payouts.publish(PayoutFailed, payoutId, {
    payoutId,
    transactionId,
    reason: "no-route",
    failedAt,
  });
  const refundId = await eventually("a refund is ordered", async () => {
    const text =
      "select data->>'refundId' as id from events where stream_id = $1 and event_type = $2";
    const [row] = await running.rowsOf<{ id: string }>(text, [
      transactionId,
      "TransactionRefundRequested",
    ]);
    return row === undefined ? undefined : idOf<RefundId>().parse(row.id);
  });
  expect(await failuresOf(placed)).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    await running.payouts.publish(payoutsRefundFacts.RefundFailed, refundId, {
      refundId,
      transactionId,
      reason: "no-route",
      failedAt,
    });
  }
  await eventually("it counts once", async () => (await failuresOf(placed)).length === 1);
});

import {
  CancelTransaction,
  GetDestination,
  idOf,
  PaymentInitiated,
  PayoutFailed,
  ProvideRefundInvoice,
  paymentsRefundFacts,
  payoutsRefundFacts,
  ResolveReview,
} from "@sanu/contracts";
import { type AccountId, type CommandId, instant, newId, type RefundId } from "@sanu/kernel";
import { destinationHmac } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { type Placed, payoutOf, place, reached, said } from "./orders.fixture.ts";
import { startTransactions } from "./transactions.fixture.ts";

/** From BOLT 11: made on 2017-06-01 at 10:57:38 UTC, good for an hour, both with one payment hash. */
const amountless =
  "lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap2r09nt4ndd0unm3z9u5t48y6ucv4r5sg7lk98c77ctvjczkspk5qprc90gx";
const ofAnAmount =
  "lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqqsgq2a25dxl5hrntdtn6zvydt7d66hyzsyhqs4wdynavys42xgl6sgx9c4g7me86a27t07mdtfry458rtjr0v92cnmswpsjscgt2vcse3sgpz3uapa";

const sale = { transactionType: "SELL_BITCOIN" } as const;
const number = "+2290196000001";

const running = await startTransactions();
// A moment at which the invoices are valid.
running.clock.set(instant("2017-06-01T11:00:00.000000Z"));

afterAll(() => running.stop());

describe("what a person changes about her transaction", () => {
  const typesOf = async ({ transactionId }: Placed) => {
    const text = "select event_type as type from events where stream_id = $1 order by version";
    return (await running.rowsOf<{ type: string }>(text, [transactionId])).map(({ type }) => type);
  };
  const happened = (placed: Placed, type: string) =>
    eventually(`${type} of ${placed.transactionId}`, async () => {
      return (await typesOf(placed)).includes(type);
    });
  const refundOf = async ({ transactionId }: Placed) => {
    const [row] = await running.rowsOf<{ refundId: string }>(
      `select data->>'refundId' as "refundId" from events
       where stream_id = $1 and event_type = 'TransactionRefundRequested' order by version desc`,
      [transactionId],
    );
    return idOf<RefundId>().parse(row?.refundId);
  };
  /** The sats are captured. */
  const sold = async (placed: Placed): Promise<void> => {
    const amountSats = placed.answer.transaction.amount_sats.replace(" SATS", "");
    await said.soldFor(running, placed, amountSats);
    await reached(running, placed, "PROCESSING");
  };
  const payoutFails = async (placed: Placed): Promise<void> => {
    const { payoutId } = await payoutOf(running, placed);
    const { transactionId } = placed;
    const data = { payoutId, transactionId, reason: "refused-by-receiver" as const };
    const failedAt = running.clock.now();
    await running.payouts.publish(PayoutFailed, payoutId, { ...data, failedAt });
    await happened(placed, "TransactionPayoutFailed");
  };

  it("a sale shows its invoice, and goes over captured sats to its end", async () => {
    const placed = await place(running, sale);
    const { transaction, provider } = placed.answer;
    expect(provider).toBe("LIGHTNING");
    expect(transaction).toMatchObject({
      type: "SELL_BITCOIN",
      exchange_rate: 58_800_000,
      amount_sats: "17007 SATS",
      payment_url: expect.stringMatching(/\/pay\/[\w-]{22}$/),
    });
    running.invoices.set(placed.paymentId, "lnbc170070n1example");
    const { paymentId, transactionId } = placed;
    await running.payments.publish(PaymentInitiated, paymentId, {
      paymentId,
      transactionId,
      channel: "LIGHTNING",
      initiatedAt: running.clock.now(),
    });
    await eventually("the invoice is kept", async () => {
      const text = "select invoice from transaction_private where transaction_id = $1";
      const [row] = await running.rowsOf<{ invoice: string | null }>(text, [transactionId]);
      return row?.invoice === "lnbc170070n1example";
    });
    await sold(placed);
    expect(await running.request(GetDestination, { transactionId, leg: "payout" })).toMatchObject({
      data: { destination: number },
    });
    const back = { transactionId, leg: "refund" } as const;
    expect(await running.request(GetDestination, back)).toMatchObject({
      data: { destination: "ok@sandbox.sanu" },
    });
    const invoice = "update transaction_private set refund_invoice = $2 where transaction_id = $1";
    await running.rowsOf(invoice, [transactionId, amountless]);
    const [keys] = await running.rowsOf<{ key: Buffer }>(
      "select key from person_keys where account_id = $1",
      [placed.accountId],
    );
    if (keys === undefined) throw new Error("She has a key");
    for (const place of ["ok@sandbox.sanu", amountless]) {
      const asked = { ...back, hmac: destinationHmac(keys.key, place) };
      expect(await running.request(GetDestination, asked)).toMatchObject({
        data: { destination: place },
      });
    }
    await said.settled(running, placed);
    expect(await reached(running, placed, "COMPLETED")).toMatchObject({
      amount_satoshi: "17007 SATS",
    });
  });

  it("she cancels what is not paid, once, and sees it end with the rail's word", async () => {
    const placed = await place(running);
    const { accountId, transactionId } = placed;
    const request = (of: AccountId = accountId) =>
      running.request(CancelTransaction, {
        accountId: of,
        transactionId,
        commandId: newId<"CommandId">(),
      });
    expect(await request()).toMatchObject({ data: { transaction: { status: "PENDING" } } });
    expect(await request()).toMatchObject({ data: { transaction: { status: "PENDING" } } });
    expect(await typesOf(placed)).toEqual(["TransactionCreated", "TransactionCancelRequested"]);
    await said.failed(running, placed);
    await reached(running, placed, "FAILED");
    expect(await request()).toMatchObject({ data: { transaction: { status: "FAILED" } } });
    expect(await request(newId<"AccountId">())).toMatchObject({
      refusal: { code: "not-found" },
    });
  });

  it("she gives an invoice for sats that have nowhere to go, and owes and is owed nothing after it", async () => {
    const placed = await place(running, { ...sale, receiver: number });
    await sold(placed);
    await payoutFails(placed);
    const invoice = amountless;
    const { transactionId, accountId } = placed;
    const give = (text: string) => {
      const commandId = newId<"CommandId">();
      return running.request(ProvideRefundInvoice, {
        transactionId,
        accountId,
        invoice: text,
        commandId,
      });
    };
    expect(await give("nobody")).toMatchObject({
      refusal: { code: "validation-failed", fields: { invoice: ["invalid-receiver"] } },
    });
    expect(await give(ofAnAmount)).toMatchObject({
      refusal: { code: "receiver-amount-mismatch" },
    });
    expect(await give(invoice)).toMatchObject({ data: { transaction: { status: "PROCESSING" } } });
    expect(await give(invoice)).toMatchObject({ kind: "replied" });
    const back = { transactionId, leg: "refund" } as const;
    expect(await running.request(GetDestination, back)).toMatchObject({
      data: { destination: invoice },
    });
    const refundId = await refundOf(placed);
    await running.payouts.publish(payoutsRefundFacts.RefundSettled, refundId, {
      refundId,
      transactionId,
      money: { currency: "SATS", amountSats: "17007" },
      fee: { currency: "SATS", amountSats: "2" },
      settledAt: running.clock.now(),
    });
    expect(await reached(running, placed, "FAILED")).toMatchObject({
      progress: { payment_status: "FAILED", payout_status: "FAILED" },
    });
    expect((await typesOf(placed)).filter((type) => /RefundRequested/.test(type))).toHaveLength(1);
    expect(
      await running.rowsOf("select from open_refunds where transaction_id = $1", [transactionId]),
    ).toEqual([]);
    expect(await give(ofAnAmount)).toMatchObject({
      refusal: { code: "return-not-needed" },
    });
  });

  it("the staff ends a review once for each command, and its words stay beside the log", async () => {
    const placed = await place(running);
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    await payoutFails(placed);
    const { transactionId } = placed;
    const refundId = await refundOf(placed);
    const data = { refundId, transactionId, reason: "wallet-refused" as const };
    await running.payments.publish(paymentsRefundFacts.RefundFailed, refundId, {
      ...data,
      failedAt: running.clock.now(),
    });
    await happened(placed, "TransactionRefundFailed");
    const resolve = (
      resolution: "close" | "refund" | "returned",
      commandId: CommandId = newId<"CommandId">(),
      of = transactionId,
    ) =>
      running.request(ResolveReview, {
        commandId,
        transactionId: of,
        resolvedBy: newId<"AccountId">(),
        resolution,
        reason: "Awa said so",
      });
    expect(await resolve("close")).toMatchObject({ refusal: { code: "money-is-owed" } });
    const commandId = newId<"CommandId">();
    expect(await resolve("returned")).toMatchObject({ refusal: { code: "two-people-needed" } });
    for (let time = 0; time < 2; time += 1) {
      expect(await resolve("refund", commandId)).toMatchObject({ data: { isInReview: false } });
    }
    expect(await resolve("close")).toMatchObject({ refusal: { code: "not-in-review" } });
    const types = await typesOf(placed);
    expect(types.filter((type) => type === "TransactionReviewResolved")).toHaveLength(1);
    const kept = "select resolution, reason from review_resolutions where transaction_id = $1";
    expect(await running.rowsOf(kept, [transactionId])).toEqual([
      { resolution: "refund", reason: "Awa said so" },
    ]);
    const log = "select string_agg(data::text, ' ') as text from events where stream_id = $1";
    expect((await running.rowsOf<{ text: string }>(log, [transactionId]))[0]?.text).not.toMatch(
      /Awa/,
    );
    expect(await resolve("close", newId<"CommandId">(), newId<"TransactionId">())).toMatchObject({
      refusal: { code: "not-found" },
    });
  });
});

import {
  CancelTransaction,
  FindProgress,
  GetDestination,
  GetPaymentPage,
  GetRemaining,
  GetTransaction,
  PayoutOutcomeUnknown,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { destinationHmac } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import {
  complete,
  detailOf,
  type Placed,
  payoutOf,
  place,
  reached,
  said,
} from "./orders.fixture.ts";
import { startTransactions } from "./transactions.fixture.ts";

const running = await startTransactions();
afterAll(() => running.stop());

describe("a purchase", () => {
  it("is answered at once with everything that was agreed", async () => {
    const { answer, accountId, transactionId, paymentId } = await place(running);

    expect(answer).toEqual({
      success: true,
      transaction: {
        id: transactionId,
        type: "BUY_BITCOIN",
        amount: 10_000,
        currency_code: "XOF",
        exchange_rate: 61_200_000,
        user_id: accountId,
        payment_id: paymentId,
        status: "PENDING",
        reference: expect.stringMatching(/^TXN_[0-9A-Z]{16}$/),
        receiver_address: "ok@sandbox.sanu",
        payout_id: null,
        payment_url: expect.stringMatching(/^https:\/\/sanu\.example\/pay\/[\w-]{22}$/),
        created_at: "2026-11-21T10:00:00.000000Z",
        amount_sats: "16339 SATS",
      },
      payment_url: answer.transaction.payment_url,
      provider: "MTN_OPEN",
      invoice: null,
    });
  });

  it("goes from PENDING over PROCESSING to COMPLETED", async () => {
    const placed = await place(running);
    running.links.set(placed.paymentId, "https://provider.example/p/1");
    await said.initiated(running, placed);
    await said.completed(running, placed);

    expect(await reached(running, placed, "PROCESSING")).toMatchObject({
      payment_url: "https://provider.example/p/1",
      progress: { payment_status: "COMPLETED", payout_status: "PROCESSING" },
      payout_reference: expect.stringMatching(/^PAYOUT_/),
      completed_at: null,
    });

    running.clock.advanceMs(1_500);
    await said.settled(running, placed);

    expect(await reached(running, placed, "COMPLETED")).toEqual({
      id: placed.transactionId,
      reference: placed.answer.transaction.reference,
      type: "BUY_BITCOIN",
      amount_xof: "10000 XOF",
      amount_satoshi: "16339 SATS",
      exchange_rate: 61_200_000,
      status: "COMPLETED",
      payement_reference: expect.stringMatching(/^PAY_/),
      payment_url: "https://provider.example/p/1",
      progress: { payment_status: "COMPLETED", payout_status: "COMPLETED" },
      payout_reference: expect.stringMatching(/^PAYOUT_/),
      receiver_address: "ok@sandbox.sanu",
      completed_at: running.clock.now(),
      created_at: "2026-11-21T10:00:00.000000Z",
    });
  });

  it("fails when nobody pays, and owes nothing", async () => {
    const placed = await place(running);
    await said.failed(running, placed);

    expect(await reached(running, placed, "FAILED")).toMatchObject({
      progress: { payment_status: "FAILED", payout_status: "FAILED" },
      payout_reference: null,
    });
    expect(await running.request(GetRemaining, placed)).toMatchObject({ data: { remaining: 100 } });
  });

  it("costs one commit", async () => {
    const idempotency = { key: newId<string>(), bodyHash: "hash" };
    const { transactionId } = await place(running, { idempotency });
    const [written] = await running.rowsOf<{ rows: number; commits: number }>(
      `select count(*)::int as rows, count(distinct xmin::text)::int as commits from (
         select xmin from events where stream_id = $1
         union all select xmin from transaction_list where transaction_id = $1
         union all select xmin from transaction_detail where transaction_id = $1
         union all select xmin from transaction_private where transaction_id = $1
         union all select xmin from idempotency_keys where record_id = $1 and response is not null
         union all select one.xmin from person_keys as one
           join transaction_list using (account_id) where transaction_id = $1
         union all select one.xmin from allowances as one
           join transaction_list using (account_id) where transaction_id = $1) as written`,
      [transactionId],
    );

    expect(written).toEqual({ rows: 7, commits: 1 });
  });

  it("is nobody else's to see", async () => {
    const { transactionId } = await place(running);
    const stranger = newId<"AccountId">();

    expect(await running.request(GetTransaction, { accountId: stranger, transactionId })).toEqual({
      kind: "refused",
      refusal: { code: "not-found" },
    });
  });

  it("tells payments and payouts where money goes, with the key that proves it unchanged", async () => {
    const { transactionId } = await place(running);
    const [fact] = await running.rowsOf<{ public_data: string }>(
      "select public_data from events where stream_id = $1",
      [transactionId],
    );
    const { numberHmac, receiverHmac } = JSON.parse(fact?.public_data ?? "{}");
    for (const [leg, destination, hmac] of [
      ["payment", "+2290196000001", numberHmac],
      ["payout", "ok@sandbox.sanu", receiverHmac],
    ] as const) {
      const answer = await running.request(GetDestination, { transactionId, leg });
      if (answer.kind !== "replied") throw new Error("no destination");
      expect(answer.data.destination).toBe(destination);
      const key = Buffer.from(answer.data.hmacKey, "base64url");
      expect(destinationHmac(key, destination)).toBe(hmac);
    }
    const unknown = { transactionId: newId<"TransactionId">(), leg: "payment" } as const;
    expect(await running.request(GetDestination, unknown)).toMatchObject({ kind: "refused" });
  });

  it("puts no destination into the log", async () => {
    const { transactionId } = await place(running, { receiver: "Awa@wallet.example" });
    const rows = await running.rowsOf<{ all: string }>(
      "select (data::text || coalesce(public_data, '')) as all from events where stream_id = $1",
      [transactionId],
    );

    expect(rows).toHaveLength(1);
    expect(rows[0]?.all).not.toMatch(/wallet|96000001/i);
  });

  it("has a payment page that shows its end for an hour and is gone then", async () => {
    const placed = await place(running);
    const token = placed.answer.transaction.payment_url.split("/").at(-1) ?? "";
    const page = () => running.request(GetPaymentPage, { token });

    expect(await page()).toMatchObject({
      data: {
        page: {
          reference: placed.answer.transaction.reference,
          type: "BUY_BITCOIN",
          amount_xof: "10000 XOF",
          status: "PENDING",
          receiver_masked: "o***@s***.sanu",
          provider_url: null,
        },
      },
    });
    await complete(running, placed);
    expect(await page()).toMatchObject({ data: { page: { status: "COMPLETED" } } });
    running.clock.advanceMs(3_600_001);
    expect(await page()).toMatchObject({ kind: "refused", refusal: { code: "not-found" } });
    expect(await running.request(GetPaymentPage, { token: "guessed" })).toMatchObject({
      kind: "refused",
    });
  });

  it("has a page that says from the first moment on that money goes back", async () => {
    const pageOf = async ({ answer }: Placed) => {
      const token = answer.transaction.payment_url.split("/").at(-1) ?? "";
      const page = await running.request(GetPaymentPage, { token });
      const followed = await running.request(FindProgress, { of: { kind: "page", token } });
      if (page.kind !== "replied" || followed.kind !== "replied") throw new Error("no page");
      const { status, is_going_back: isGoingBack } = page.data.page;
      expect(followed.data.progress.isGoingBack).toBe(isGoingBack);
      return { status, isGoingBack };
    };
    const sent = await place(running);
    await said.completed(running, sent);
    await reached(running, sent, "PROCESSING");
    expect(await pageOf(sent)).toEqual({ status: "PROCESSING", isGoingBack: false });
    await said.payoutFailed(running, sent, "no-route");
    const other = await place(running);
    await said.completed(running, other, "9000");
    for (const back of [sent, other]) {
      await eventually("its money goes back", async () => (await pageOf(back)).isGoingBack);
      expect((await pageOf(back)).status).toBe("PROCESSING");
    }
    // What came behind the end goes back; until it has, an order that nobody can pay any more does not fail.
    const late = await place(running);
    await said.paidLate(running, late);
    await said.failed(running, late);
    await eventually("its late money goes back", async () => (await pageOf(late)).isGoingBack);
    expect((await pageOf(late)).status).toBe("PENDING");
  });

  it("has a page that says that somebody looks while nobody knows whether it was sent", async () => {
    const placed = await place(running);
    const token = placed.answer.transaction.payment_url.split("/").at(-1) ?? "";
    const isBeingChecked = async () => {
      const page = await running.request(GetPaymentPage, { token });
      return page.kind === "replied" && page.data.page.is_being_checked;
    };
    await said.completed(running, placed);
    await reached(running, placed, "PROCESSING");
    expect(await isBeingChecked()).toBe(false);
    const { payoutId } = await payoutOf(running, placed);
    const { transactionId } = placed;
    const since = running.clock.now();
    await running.payouts.publish(PayoutOutcomeUnknown, payoutId, {
      payoutId,
      transactionId,
      since,
    });
    await eventually("its page says so", isBeingChecked);
    await said.settled(running, placed);
    await reached(running, placed, "COMPLETED");
    expect(await isBeingChecked()).toBe(false);
  });

  it("has a page that says that it is being cancelled until its provider has answered, or its money came all the same", async () => {
    const [ends, pays] = [await place(running), await place(running)];
    const isBeingCancelled = async ({ transactionId, accountId, answer }: typeof ends) => {
      const token = answer.transaction.payment_url.split("/").at(-1) ?? "";
      const page = await running.request(GetPaymentPage, { token });
      const of = { kind: "owner", accountId, transactionId } as const;
      const progress = await running.request(FindProgress, { of });
      if (page.kind !== "replied" || progress.kind !== "replied") throw new Error("no reply");
      expect(progress.data.progress.isBeingCancelled).toBe(page.data.page.is_being_cancelled);
      return page.data.page.is_being_cancelled;
    };
    for (const placed of [ends, pays]) {
      expect(await isBeingCancelled(placed)).toBe(false);
      const { accountId, transactionId } = placed;
      const commandId = newId<"CommandId">();
      await running.request(CancelTransaction, { accountId, transactionId, commandId });
      expect(await isBeingCancelled(placed)).toBe(true);
    }
    await said.failed(running, ends);
    await reached(running, ends, "FAILED");
    await said.completed(running, pays);
    await reached(running, pays, "PROCESSING");
    expect([await isBeingCancelled(ends), await isBeingCancelled(pays)]).toEqual([false, false]);
  });

  it("keeps its page while it is under way, however long that takes", async () => {
    const placed = await place(running);
    const token = placed.answer.transaction.payment_url.split("/").at(-1) ?? "";
    running.clock.advanceMs(86_400_000);

    expect(await running.request(GetPaymentPage, { token })).toMatchObject({ kind: "replied" });
    expect((await detailOf(running, placed)).status).toBe("PENDING");
  });
});

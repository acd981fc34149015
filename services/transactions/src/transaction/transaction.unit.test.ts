import { basisPoints, instant, newId, sats, xof, xofPerBtc } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { transaction } from "./decide.ts";
import {
  cancel,
  confirm,
  create,
  discrepancy,
  failPayment,
  failPayout,
  failRefund,
  francs,
  link,
  provideInvoice,
  resolve,
  settle,
  settleRefund,
} from "./example-commands.fixture.ts";
import * as happened from "./example-events.fixture.ts";
import { createSale } from "./sale.fixture.ts";

const { given } = specify(transaction);

const receiver = {
  kind: "lightning-address",
  hmac: "receiver",
  amountSats: null,
  expiresAt: null,
} as const;

describe("ordering", () => {
  it("agrees on amount, rate, satoshis and the time to pay", () => {
    const state = given().when(create).thenAccepted(happened.created);
    expect(state).toMatchObject({ status: "pending", isLinked: false });
  });

  it("is done once for each command", () => {
    given(happened.created).when(create).thenNothingNew();
    given(happened.created, happened.failed).when(create).thenNothingNew();
  });

  it("refuses an amount below the minimum and takes the minimum", () => {
    given()
      .when({ ...create, amountXof: xof(99n) })
      .thenRefused("amount-below-minimum");
    expect(given().when({ ...create, amountXof: xof(100n) }).decision.kind).toBe("accepted");
  });

  it("refuses an amount above the maximum and takes the maximum", () => {
    given()
      .when({ ...create, amountXof: xof(1_000_001n) })
      .thenRefused("amount-above-maximum");
    expect(given().when({ ...create, amountXof: xof(1_000_000n) }).decision.kind).toBe("accepted");
  });

  it("refuses what is too little to go on chain, and says how much is enough", () => {
    const onchain = { ...create, receiver: { ...receiver, kind: "onchain" as const } };
    const order = (amount: bigint) => given().when({ ...onchain, amountXof: xof(amount) });

    // At 61 200 000 XOF per bitcoin the spread brings a fee of 250 sats at 7 681 XOF.
    expect(order(7_600n).decision).toEqual({
      kind: "refused",
      refusal: { code: "amount-below-minimum", params: { minimumXof: "7681" } },
    });
    expect(order(7_681n).decision.kind).toBe("accepted");
    expect(given().when({ ...create, amountXof: xof(7_600n) }).decision.kind).toBe("accepted");
    const dust = { ...onchain.terms, onchainMinSats: sats(20_000n) };
    given()
      .when({ ...onchain, terms: dust })
      .thenRefused("amount-below-minimum");
  });

  it("takes on chain exactly the least satoshis, and exactly what its fee leaves", () => {
    const onchain = { ...create, receiver: { ...receiver, kind: "onchain" as const } };
    const order = (terms: Partial<typeof create.terms>) =>
      given().when({ ...onchain, terms: { ...onchain.terms, ...terms } }).decision;
    const { decision } = given().when(onchain);
    if (decision.kind !== "accepted") throw new Error("it was refused");
    const [event] = decision.events;
    if (event?.type !== "TransactionCreated") throw new Error("it was not created");
    const { amountSats, feeLimitSats } = event;

    expect(order({ onchainMinSats: amountSats }).kind).toBe("accepted");
    expect(order({ onchainMinSats: sats(amountSats + 1n) }).kind).toBe("refused");
    expect(order({ onchainFeeSats: feeLimitSats }).kind).toBe("accepted");
    expect(order({ onchainFeeSats: sats(feeLimitSats + 1n) }).kind).toBe("refused");
  });

  it("refuses what is too little to pay its way, in both directions, and where nothing is left for it", () => {
    const terms = { ...create.terms, amountMinXof: xof(0n) };
    for (const order of [create, createSale]) {
      const small = { ...order, terms, amountXof: xof(1n) };
      expect(given().when(small).decision).toMatchObject({
        refusal: { code: "amount-below-minimum" },
      });
      expect(given().when({ ...small, amountXof: xof(100n) }).decision.kind).toBe("accepted");
    }
    given()
      .when({ ...create, midXofPerBtc: xofPerBtc(61_200_000n) })
      .thenRefused("rate-unavailable");
  });

  it("refuses what cannot pay a node that takes more of each order, and says how much is enough", () => {
    const lightningFee = { fixedSats: sats(4n), share: basisPoints(40n) };
    for (const order of [create, createSale]) {
      const terms = { ...order.terms, lightningFee };
      const small = given().when({ ...order, terms, amountXof: xof(110n) }).decision;
      if (small.kind !== "refused") throw new Error("it was taken");
      expect(small.refusal.code).toBe("amount-below-minimum");
      const enough = xof(BigInt(small.refusal.params?.["minimumXof"] ?? 0));
      expect(enough > 150n && enough < 300n).toBe(true);
      expect(given().when({ ...order, terms, amountXof: enough }).decision.kind).toBe("accepted");
      expect(given().when({ ...order, amountXof: xof(110n) }).decision.kind).toBe("accepted");
    }
  });

  it("refuses while no rate can be trusted, and at a rate that buys nothing", () => {
    given()
      .when({ ...create, rateXofPerBtc: null })
      .thenRefused("rate-unavailable");
    const absurd = xofPerBtc(10n ** 13n);
    given()
      .when({ ...create, rateXofPerBtc: absurd })
      .thenRefused("rate-unavailable");
  });

  it("has no price outside of the bands: not by its middle, its spread or its sats, also where a quote says so", () => {
    const atMost = (most: bigint) => {
      const bands = { ...create.terms.bands, orderSatsMax: sats(most) };
      return { terms: { ...create.terms, bands } };
    };
    const outside = [
      { rateXofPerBtc: xofPerBtc(3n), midXofPerBtc: xofPerBtc(2n) },
      { midXofPerBtc: xofPerBtc(1n) },
      { rateXofPerBtc: xofPerBtc(59_000_000n), quoteId: newId<"QuoteId">() },
      atMost(16_338n),
    ];
    for (const changes of outside) {
      given()
        .when({ ...create, ...changes })
        .thenRefused("rate-unavailable");
    }
    given()
      .when({ ...create, ...atMost(16_339n) })
      .thenAccepted(happened.created);
  });

  it("takes an invoice of exactly the ordered satoshis and refuses any other", () => {
    const invoice = (amount: bigint) => ({ ...receiver, amountSats: sats(amount) });
    given()
      .when({ ...create, receiver: invoice(16_339n) })
      .thenAccepted(happened.created);
    for (const amount of [16_338n, 16_340n]) {
      given()
        .when({ ...create, receiver: invoice(amount) })
        .thenRefused("receiver-amount-mismatch");
    }
  });

  it("takes an invoice that outlives the payment window by the margin and refuses one that does not", () => {
    const until = (text: string) => ({ ...receiver, expiresAt: instant(text) });
    given()
      .when({ ...create, receiver: until("2026-11-21T10:25:00.000000Z") })
      .thenAccepted(happened.created);
    given()
      .when({ ...create, receiver: until("2026-11-21T10:24:59.999999Z") })
      .thenRefused("receiver-expires-too-soon");
  });
});

describe("a fact about something else", () => {
  it("is refused where there is no transaction", () => {
    const facts = [link, confirm, failPayment, discrepancy, settle, failPayout];
    for (const command of [...facts, settleRefund, failRefund, cancel, provideInvoice, resolve]) {
      given().when(command).thenRefused("unknown-transaction");
    }
  });

  it("is refused where the transaction has another payment", () => {
    const paymentId = newId<"PaymentId">();
    for (const command of [link, confirm, failPayment, discrepancy]) {
      given(happened.created)
        .when({ ...command, paymentId })
        .thenRefused("unknown-payment");
    }
  });

  it("is refused where the transaction has another payout or none", () => {
    const payoutId = newId<"PayoutId">();
    for (const command of [settle, failPayout]) {
      given(happened.created).when(command).thenRefused("unknown-payout");
      given(happened.created, happened.failed).when(command).thenRefused("unknown-payout");
      given(happened.created, happened.held).when(command).thenRefused("unknown-payout");
      given(happened.created, happened.paid)
        .when({ ...command, payoutId })
        .thenRefused("unknown-payout");
      given(happened.created, happened.paid, happened.completed)
        .when({ ...command, payoutId })
        .thenRefused("unknown-payout");
    }
  });
});

describe("money in", () => {
  it("is linked once, and a link that comes after the money is no news", () => {
    given(happened.created).when(link).thenAccepted(happened.linked);
    given(happened.created, happened.linked).when(link).thenNothingNew();
    for (const history of [
      [happened.paid],
      [happened.failed],
      [happened.held],
      [happened.paid, happened.completed],
    ]) {
      given(happened.created, ...history)
        .when(link)
        .thenNothingNew();
    }
  });

  it("leads to one payout when it is exactly what was ordered, with or without a link before", () => {
    given(happened.created).when(confirm).thenAccepted(happened.paid);
    const state = given(happened.created, happened.linked)
      .when(confirm)
      .thenAccepted(happened.paid);
    expect(state).toMatchObject({ status: "paid", payout: { payoutId: happened.paid.payoutId } });
    given(happened.created, happened.paid).when(confirm).thenNothingNew();
    given(happened.created, happened.paid, happened.completed).when(confirm).thenNothingNew();
  });

  it("leads to the payout also when the person wanted to cancel: it was faster", () => {
    given(happened.created, happened.cancelRequested).when(confirm).thenAccepted(happened.paid);
  });

  it("is held when it is another amount, pays nothing out, and goes back as a whole", () => {
    const other = { ...confirm, received: francs(9_000n) };
    const refund = happened.refunded({ money: francs(9_000n), reason: "payment-amount-mismatch" });
    const state = given(happened.created).when(other).thenAccepted(happened.held, refund);
    expect(state).toMatchObject({ status: "held", refunds: [{ state: "requested" }] });
    expect(state).not.toHaveProperty("payout");
  });

  it("of another amount fails the transaction once it is back, and not before", () => {
    const refund = happened.refunded({ money: francs(9_000n), reason: "payment-amount-mismatch" });
    given(happened.created, happened.held, refund).when(failPayment).thenNothingNew();
    given(happened.created, happened.held, refund)
      .when({ ...settleRefund, money: francs(9_000n) })
      .thenAccepted(happened.refundSettled(), { ...happened.failed, reason: "amount-mismatch" });
  });

  it("that follows held money goes back too, and the transaction waits for both", () => {
    const first = happened.refunded({ money: francs(9_000n), reason: "payment-amount-mismatch" });
    const second = happened.refunded({ reason: "payment-duplicate", receiptId: "receipt-2" });
    const { refundId } = provideInvoice;
    given(happened.created, happened.held, first)
      .when({ ...confirm, receiptId: "receipt-2", causeId: "fact-9" })
      .thenAccepted(second);
    given(happened.created, happened.held, { ...first, refundId }, second)
      .when({ ...settleRefund, refundId, money: francs(9_000n) })
      .thenAccepted(happened.refundSettled("receipt-1", refundId));
  });

  it("goes back when it comes after the failure, which stays", () => {
    const state = given(happened.created, happened.failed)
      .when(confirm)
      .thenAccepted(happened.refunded({ reason: "payment-late" }));
    expect(state).toMatchObject({ status: "failed" });
    given(happened.created, happened.failed, happened.refunded({ reason: "payment-late" }))
      .when(confirm)
      .thenNothingNew();
  });

  it("goes back when another receipt pays the same order again", () => {
    const again = { ...confirm, receiptId: "receipt-9", causeId: "fact-9" };
    const refund = happened.refunded({ reason: "payment-duplicate", receiptId: "receipt-9" });
    given(happened.created, happened.paid).when(again).thenAccepted(refund);
    given(happened.created, happened.paid, happened.completed).when(again).thenAccepted(refund);
  });

  it("fails the transaction when it will definitely not come", () => {
    const state = given(happened.created, happened.linked)
      .when(failPayment)
      .thenAccepted(happened.failed);
    expect(state).toMatchObject({ status: "failed", payout: null });
    given(happened.created, happened.failed).when(failPayment).thenNothingNew();
  });

  it("cannot fail after it came: two services contradict each other", () => {
    const review = happened.reviewed("contradicting-facts", "fact-1");
    given(happened.created, happened.paid).when(failPayment).thenAccepted(review);
    given(happened.created, happened.paid, happened.completed)
      .when(failPayment)
      .thenAccepted(review);
    given(happened.created, happened.paid, review).when(failPayment).thenNothingNew();
  });

  it("that stays unknown for long asks for a person once, and its end answers her", () => {
    const unknown = { ...link, kind: "payment-unknown" } as const;
    const review = happened.reviewed("outcome-unknown", "fact-1", { about: "payment" });
    given(happened.created).when(unknown).thenAccepted(review);
    given(happened.created, review)
      .when({ ...unknown, causeId: "fact-8" })
      .thenNothingNew();
    given(happened.created, happened.paid).when(unknown).thenNothingNew();
    const overtaken = happened.resolved("overtaken", null);
    const state = given(happened.created, review)
      .when(confirm)
      .thenAccepted(happened.paid, overtaken);
    expect(state).toMatchObject({ status: "paid", review: [] });
    given(happened.created, review).when(failPayment).thenAccepted(happened.failed, overtaken);
  });
});

describe("a discrepancy", () => {
  it.each([
    ["late", "payment-late", [happened.created, happened.failed], "failed"],
    ["duplicate", "payment-duplicate", [happened.created, happened.paid], "paid"],
    [
      "duplicate",
      "payment-duplicate",
      [happened.created, happened.paid, happened.completed],
      "completed",
    ],
    ["amount-mismatch", "payment-amount-mismatch", [happened.created, happened.failed], "failed"],
  ] as const)(
    "%s gives the money back as %s and changes no status",
    (kind, reason, history, status) => {
      const refund = happened.refunded({ reason, receiptId: "receipt-2" });
      const fact = { ...discrepancy, discrepancy: kind };
      const state = given(...history)
        .when(fact)
        .thenAccepted(refund);
      expect(state).toMatchObject({
        status,
        refunds: [{ receiptId: "receipt-2", state: "requested" }],
      });
      given(...history, refund)
        .when({ ...fact, causeId: "fact-9" })
        .thenNothingNew();
    },
  );

  it("gives each receipt back once, by its own name", () => {
    const first = happened.refunded({ reason: "payment-duplicate", receiptId: "receipt-2" });
    given(happened.created, happened.paid, first)
      .when({ ...discrepancy, receiptId: "receipt-3", causeId: "fact-3" })
      .thenAccepted({ ...first, receiptId: "receipt-3" });
  });

  it("of the amount holds the money of a pending transaction", () => {
    const refund = happened.refunded({ money: francs(9_000n), reason: "payment-amount-mismatch" });
    given(happened.created)
      .when({
        ...discrepancy,
        discrepancy: "amount-mismatch",
        received: francs(9_000n),
        receiptId: "receipt-1",
      })
      .thenAccepted(happened.held, refund);
  });

  it("that comes before the fact it speaks of does not stop that fact", () => {
    const early = happened.refunded({ reason: "payment-duplicate", receiptId: "receipt-2" });
    given(happened.created, early).when(confirm).thenAccepted(happened.paid);
    // On entering FAILED nothing is owed: the early receipt has to be back first.
    const { transactionId } = happened.failed;
    const failing = {
      type: "TransactionPaymentFailed",
      v: 1,
      transactionId,
      reason: "declined",
      failedAt: happened.failed.failedAt,
    } as const;
    given(happened.created, early).when(failPayment).thenAccepted(failing);
    given(happened.created, early, failing).when(failPayment).thenNothingNew();
    given(happened.created, early, failing)
      .when(settleRefund)
      .thenAccepted(happened.refundSettled("receipt-2"), happened.failed);
    given(happened.created, early, happened.refundSettled("receipt-2"))
      .when(failPayment)
      .thenAccepted(happened.failed);
  });
});

import { instant, newId, sats, xof, xofPerBtc } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { transaction } from "./decide.ts";
import {
  completed,
  confirm,
  create,
  created,
  discrepancy,
  failed,
  failPayment,
  failPayout,
  held,
  link,
  linked,
  paid,
  reviewed,
  settle,
} from "./examples.fixture.ts";

const { given } = specify(transaction);

describe("ordering", () => {
  it("agrees on amount, rate, satoshis and the time to pay", () => {
    const state = given().when(create).thenAccepted(created);
    expect(state).toMatchObject({ status: "pending", isLinked: false });
  });

  it("is done once for each command", () => {
    given(created).when(create).thenNothingNew();
    given(created, failed).when(create).thenNothingNew();
  });

  it("refuses a sale before its rails exist", () => {
    given()
      .when({ ...create, transactionType: "SELL_BITCOIN" })
      .thenRefused("provider-unavailable");
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
    const onchain = { ...create, receiver: { ...create.receiver, kind: "onchain" as const } };
    const order = (amount: bigint) => given().when({ ...onchain, amountXof: xof(amount) });

    // 1 000 sats cost 612 XOF at 61 200 000 XOF per bitcoin.
    expect(order(611n).decision).toEqual({
      kind: "refused",
      refusal: { code: "amount-below-minimum", params: { minimumXof: "612" } },
    });
    expect(order(612n).decision.kind).toBe("accepted");
    expect(given().when({ ...create, amountXof: xof(611n) }).decision.kind).toBe("accepted");
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

  it("takes an invoice of exactly the ordered satoshis and refuses any other", () => {
    const invoice = (amount: bigint) => ({ ...create.receiver, amountSats: sats(amount) });
    given()
      .when({ ...create, receiver: invoice(16_339n) })
      .thenAccepted(created);
    for (const amount of [16_338n, 16_340n]) {
      given()
        .when({ ...create, receiver: invoice(amount) })
        .thenRefused("receiver-amount-mismatch");
    }
  });

  it("takes an invoice that outlives the payment window by the margin and refuses one that does not", () => {
    const until = (text: string) => ({ ...create.receiver, expiresAt: instant(text) });
    given()
      .when({ ...create, receiver: until("2026-11-21T10:25:00.000000Z") })
      .thenAccepted(created);
    given()
      .when({ ...create, receiver: until("2026-11-21T10:24:59.999999Z") })
      .thenRefused("receiver-expires-too-soon");
  });
});

describe("a fact about something else", () => {
  it("is refused where there is no transaction", () => {
    for (const command of [link, confirm, failPayment, discrepancy, settle, failPayout]) {
      given().when(command).thenRefused("unknown-transaction");
    }
  });

  it("is refused where the transaction has another payment", () => {
    const paymentId = newId<"PaymentId">();
    for (const command of [link, confirm, failPayment, discrepancy]) {
      given(created)
        .when({ ...command, paymentId })
        .thenRefused("unknown-payment");
    }
  });

  it("is refused where the transaction has another payout or none", () => {
    const payoutId = newId<"PayoutId">();
    for (const command of [settle, failPayout]) {
      given(created).when(command).thenRefused("unknown-payout");
      given(created, failed).when(command).thenRefused("unknown-payout");
      given(created, held).when(command).thenRefused("unknown-payout");
      given(created, paid)
        .when({ ...command, payoutId })
        .thenRefused("unknown-payout");
      given(created, paid, completed)
        .when({ ...command, payoutId })
        .thenRefused("unknown-payout");
    }
  });
});

describe("money in", () => {
  it("is linked once, and a link that comes after the money is no news", () => {
    given(created).when(link).thenAccepted(linked);
    given(created, linked).when(link).thenNothingNew();
    for (const history of [[paid], [failed], [held], [paid, completed]]) {
      given(created, ...history)
        .when(link)
        .thenNothingNew();
    }
  });

  it("leads to one payout when it is exactly what was ordered, with or without a link before", () => {
    given(created).when(confirm).thenAccepted(paid);
    const state = given(created, linked).when(confirm).thenAccepted(paid);
    expect(state).toMatchObject({ status: "processing", payout: { payoutId: paid.payoutId } });
    given(created, paid).when(confirm).thenNothingNew();
    given(created, paid, completed).when(confirm).thenNothingNew();
  });

  it("is held for review when it is another amount, and pays nothing out", () => {
    const other = { ...confirm, receivedXof: xof(9_000n) };
    const review = reviewed("payment-amount-mismatch", "fact-1", 9_000n);
    const state = given(created).when(other).thenAccepted(held, review);
    expect(state).toMatchObject({ status: "processing", review: [{ receivedXof: 9_000n }] });
    expect(state).not.toHaveProperty("payout");
  });

  it("pays nothing out when the ordered amount comes behind held money: a person decides", () => {
    given(created, held)
      .when({ ...confirm, causeId: "fact-9" })
      .thenAccepted(reviewed("payment-duplicate", "fact-9", 10_000n));
  });

  it("goes to review when it comes after the failure, which stays", () => {
    const state = given(created, failed)
      .when(confirm)
      .thenAccepted(reviewed("payment-late", "fact-1", 10_000n));
    expect(state).toMatchObject({ status: "failed", review: [{ reason: "payment-late" }] });
  });

  it("goes to review when the same payment is confirmed again with another amount", () => {
    const again = { ...confirm, causeId: "fact-9", receivedXof: xof(5n) };
    const review = reviewed("payment-amount-mismatch", "fact-9", 5n);
    given(created, paid).when(again).thenAccepted(review);
    given(created, paid, completed).when(again).thenAccepted(review);
  });

  it("fails the transaction when it will definitely not come", () => {
    const state = given(created, linked).when(failPayment).thenAccepted(failed);
    expect(state).toMatchObject({ status: "failed", reason: "declined" });
    given(created, failed).when(failPayment).thenNothingNew();
  });

  it("cannot fail after it came: two services contradict each other", () => {
    const review = reviewed("contradicting-facts", "fact-1");
    given(created, paid).when(failPayment).thenAccepted(review);
    given(created, paid, completed).when(failPayment).thenAccepted(review);
    given(created, held).when(failPayment).thenNothingNew();
  });
});

describe("a discrepancy", () => {
  it.each([
    ["late", "payment-late", [created, failed], "failed"],
    ["duplicate", "payment-duplicate", [created, paid], "processing"],
    ["duplicate", "payment-duplicate", [created, paid, completed], "completed"],
    ["amount-mismatch", "payment-amount-mismatch", [created, failed], "failed"],
  ] as const)("%s asks for %s and changes no status", (kind, reason, history, status) => {
    const state = given(...history)
      .when({ ...discrepancy, discrepancy: kind })
      .thenAccepted(reviewed(reason, "fact-1", 10_000n));
    expect(state).toMatchObject({ status, review: [{ reason, causeId: "fact-1" }] });
  });

  it("asks once for each fact, and again for another one", () => {
    const history = [created, paid, reviewed("payment-duplicate", "fact-1", 10_000n)];
    given(...history)
      .when(discrepancy)
      .thenNothingNew();
    given(...history)
      .when({ ...discrepancy, causeId: "fact-3" })
      .thenAccepted(reviewed("payment-duplicate", "fact-3", 10_000n));
  });

  it("of the amount holds the money of a pending transaction", () => {
    given(created)
      .when({ ...discrepancy, discrepancy: "amount-mismatch", receivedXof: xof(9_000n) })
      .thenAccepted(held, reviewed("payment-amount-mismatch", "fact-1", 9_000n));
  });

  it("that comes before the fact it speaks of does not stop that fact", () => {
    const early = reviewed("payment-duplicate", "fact-7", 10_000n);
    const state = given(created, early).when(confirm).thenAccepted(paid);
    expect(state).toMatchObject({ status: "processing", review: [{ causeId: "fact-7" }] });
    given(created, early).when(failPayment).thenAccepted(failed);
  });
});

describe("money out", () => {
  it("completes the transaction when the receiver has it, once", () => {
    const state = given(created, paid).when(settle).thenAccepted(completed);
    expect(state).toMatchObject({ status: "completed", payout: { payoutId: paid.payoutId } });
    given(created, paid, completed).when(settle).thenNothingNew();
  });

  it("asks for review once when it failed for good", () => {
    const review = reviewed("payout-failed", "fact-2");
    const state = given(created, paid).when(failPayout).thenAccepted(review);
    expect(state).toMatchObject({ status: "processing" });
    given(created, paid, review)
      .when({ ...failPayout, causeId: "fact-8" })
      .thenNothingNew();
  });

  it("completes the transaction also when it was said to have failed before: it is proven", () => {
    given(created, paid, reviewed("payout-failed", "fact-2")).when(settle).thenAccepted(completed);
  });

  it("goes to review when it was another amount than ordered", () => {
    const other = { ...settle, amountSats: sats(1n) };
    const review = reviewed("contradicting-facts", "fact-2");
    given(created, paid).when(other).thenAccepted(review);
    given(created, paid, completed).when(other).thenAccepted(review);
  });

  it("cannot fail after it settled: two facts contradict each other", () => {
    given(created, paid, completed)
      .when(failPayout)
      .thenAccepted(reviewed("contradicting-facts", "fact-2"));
  });
});

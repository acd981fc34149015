import { sats, xof, xofPerBtc } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { transaction } from "./decide.ts";
import {
  cancel,
  confirm,
  failPayment,
  failPayout,
  failRefund,
  provideInvoice,
  resolve,
  satoshis,
  settleByHand,
} from "./example-commands.fixture.ts";
import * as happened from "./example-events.fixture.ts";
import {
  confirmSale,
  createdBareSale,
  createdSale,
  createSale,
  paidBareSale,
  paidSale,
  refundedSats,
  refundedWay,
  settleSale,
  settleSatsRefund,
} from "./sale.fixture.ts";

const { given } = specify(transaction);
const completedSale = {
  ...happened.completed,
  transactionType: "SELL_BITCOIN",
  amountSats: sats(17_007n),
} as const;
const failedSale = { ...happened.failed, transactionType: "SELL_BITCOIN" } as const;

describe("a sale", () => {
  it("asks for satoshis rounded up, so that the exchange never gives more than it receives", () => {
    given().when(createSale).thenAccepted(createdSale);
    const exact = { ...createSale, rateXofPerBtc: xofPerBtc(50_000_000n) };
    const { decision } = given().when(exact);
    expect(decision).toMatchObject({ events: [{ amountSats: 20_000n }] });
    const rateXofPerBtc = xofPerBtc(9_999_999_999n);
    const midXofPerBtc = xofPerBtc(11n * 10n ** 9n);
    const bands = { ...createSale.terms.bands, rateMax: midXofPerBtc };
    const terms = { ...createSale.terms, bands };
    const dear = given().when({ ...createSale, rateXofPerBtc, midXofPerBtc, terms });
    expect(dear.decision).toMatchObject({ events: [{ amountSats: 101n }] });
  });

  it("is taken without a place for a refund", () => {
    given()
      .when({ ...createSale, receiver: null })
      .thenAccepted(createdBareSale);
  });

  it("has the same limits of the amount as a purchase, and needs a rate", () => {
    given()
      .when({ ...createSale, amountXof: xof(99n) })
      .thenRefused("amount-below-minimum");
    given()
      .when({ ...createSale, amountXof: xof(1_000_001n) })
      .thenRefused("amount-above-maximum");
    given()
      .when({ ...createSale, rateXofPerBtc: null })
      .thenRefused("rate-unavailable");
  });

  it("goes from the captured satoshis over the francs to its end", () => {
    given(createdSale).when(confirmSale).thenAccepted(paidSale);
    given(createdSale, paidSale).when(settleSale).thenAccepted(completedSale);
  });

  it("takes francs for no satoshis: they go back", () => {
    const { decision } = given(createdSale).when(confirm);
    expect(decision).toMatchObject({
      events: [
        { type: "TransactionPaymentHeld" },
        { type: "TransactionRefundRequested", destination: { kind: "payer" } },
      ],
    });
  });

  it("fails when its payout could not be had, with nothing owed", () => {
    const reason = "payout-unavailable" as const;
    given(createdSale)
      .when({ ...failPayment, reason })
      .thenAccepted({ ...failedSale, reason });
  });

  it("refunds the satoshis to the seller's address when the francs cannot go out", () => {
    given(createdSale, paidSale).when(failPayout).thenAccepted(happened.payoutFailed, refundedSats);
    given(createdSale, paidSale, happened.payoutFailed, refundedSats)
      .when(settleSatsRefund)
      .thenAccepted(
        happened.refundSettled("receipt-1", settleSatsRefund.refundId, settleSatsRefund.fee),
        {
          ...failedSale,
          reason: "payout-failed",
        },
      );
  });

  it("that is paid too late is refunded, and stays failed", () => {
    const late = { ...refundedSats, reason: "payment-late" } as const;
    given(createdSale, failedSale).when(confirmSale).thenAccepted(late);
  });
});

describe("a refund that has nowhere to go", () => {
  const refund = { money: satoshis(17_007n), reason: "payout-failed" } as const;
  const about = { about: "refund", receiptId: "receipt-1" } as const;
  const asked = happened.reviewed("return-address-needed", "fact-2", { ...about, refund });
  const stranded = [createdBareSale, paidBareSale, happened.payoutFailed, asked] as const;
  const toInvoice = happened.refunded({
    money: satoshis(17_007n),
    ...refundedWay,
    refundId: provideInvoice.refundId,
    destination: { kind: "invoice", receiverHmac: "invoice" },
    accountId: createdBareSale.accountId,
  });

  it("asks the seller for an invoice when she named no place, and says who she is so that she hears of it", () => {
    expect(asked.accountId).toBe(createdBareSale.accountId);
    given(createdBareSale, paidBareSale)
      .when(failPayout)
      .thenAccepted(happened.payoutFailed, asked);
  });

  it("asks her also when her address did not take them", () => {
    given(createdSale, paidSale, happened.payoutFailed, refundedSats)
      .when({ ...failRefund, reason: "no-route" })
      .thenAccepted(
        happened.refundFailed({ reason: "no-route" }),
        happened.reviewed("return-address-needed", "fact-3", about),
      );
  });

  it("takes an invoice of what is left of the satoshis behind their way, or of no amount", () => {
    const overtaken = happened.resolved("overtaken", null);
    for (const amountSats of [null, sats(16_667n)]) {
      given(...stranded)
        .when({ ...provideInvoice, invoice: { ...provideInvoice.invoice, amountSats } })
        .thenAccepted(toInvoice, overtaken);
    }
    given(...stranded, toInvoice, overtaken)
      .when(provideInvoice)
      .thenNothingNew();
    given(...stranded, toInvoice, overtaken)
      .when({ ...settleSatsRefund, refundId: provideInvoice.refundId })
      .thenAccepted(
        happened.refundSettled("receipt-1", provideInvoice.refundId, settleSatsRefund.fee),
        {
          ...failedSale,
          reason: "payout-failed",
        },
      );
  });

  it("never pays more of a failed sale than came in, and says which amount is left", () => {
    for (const amountSats of [sats(17_007n), sats(16_668n), sats(16_666n)]) {
      const { decision } = given(...stranded).when({
        ...provideInvoice,
        invoice: { ...provideInvoice.invoice, amountSats },
      });
      const refusal = { code: "receiver-amount-mismatch", params: { amountSats: "16667" } };
      expect(decision).toEqual({ kind: "refused", refusal });
    }
    const { sendSats, feeLimitSats } = toInvoice;
    expect((sendSats ?? 0n) + (feeLimitSats ?? 0n)).toBe(17_007n);
  });

  it("refuses an invoice that ends too soon, and one that nobody needs", () => {
    const { invoice } = provideInvoice;
    given(...stranded)
      .when({ ...provideInvoice, invoiceMarginMs: 3_600_001 })
      .thenRefused("receiver-expires-too-soon");
    const { decision } = given(...stranded).when({ ...provideInvoice, invoiceMarginMs: 3_600_000 });
    expect(decision.kind).toBe("accepted");
    given(createdSale, paidSale).when(provideInvoice).thenRefused("return-not-needed");
    given(...stranded, toInvoice)
      .when({ ...provideInvoice, invoice: { ...invoice, hmac: "another" } })
      .thenRefused("return-not-needed");
  });

  it("takes one invoice for one refund, though money waits twice", () => {
    const second = happened.reviewed("return-address-needed", "fact-5", {
      about: "refund",
      receiptId: "receipt-2",
      refund: { ...refund, reason: "payment-duplicate" },
    });
    given(...stranded, second, toInvoice)
      .when(provideInvoice)
      .thenNothingNew();
    given(...stranded, second, toInvoice)
      .when({ ...provideInvoice, invoice: { ...provideInvoice.invoice, hmac: "another" } })
      .thenRefused("return-not-needed");
  });

  it("is asked for again when the invoice did not take them either", () => {
    const { refundId } = provideInvoice;
    const history = [...stranded, toInvoice, happened.resolved("overtaken", null)] as const;
    const no = { ...failRefund, refundId, reason: "no-route" } as const;
    const refused = happened.refundFailed({ refundId, reason: "no-route" });
    const again = happened.reviewed("return-address-needed", "fact-3", about);
    given(...history)
      .when(no)
      .thenAccepted(refused, again);
    const next = { ...provideInvoice, refundId: settleSatsRefund.refundId };
    given(...history, refused, again)
      .when(next)
      .thenAccepted(
        { ...toInvoice, refundId: next.refundId, earlierRefundIds: [refundId] },
        happened.resolved("overtaken", null),
      );
  });

  it("cannot be ordered by the staff without a place, only refunded by hand", () => {
    given(...stranded)
      .when({ ...resolve, resolution: "refund" })
      .thenRefused("nothing-to-refund");
    given(...stranded)
      .when(settleByHand)
      .thenAccepted(
        happened.refundedByHand,
        { ...failedSale, reason: "resolved-by-staff" },
        happened.resolved("overtaken", null),
      );
  });

  it("ends when the francs arrived after all: nothing was refunded yet", () => {
    const state = given(...stranded)
      .when(settleSale)
      .thenAccepted(completedSale, happened.resolved("overtaken", null));
    expect(state).toMatchObject({ status: "completed", refunds: [] });
    given(...stranded, completedSale)
      .when(provideInvoice)
      .thenRefused("return-not-needed");
  });
});

describe("cancelling", () => {
  it("asks payments to close the collection while nothing is paid, once", () => {
    const state = given(happened.created).when(cancel).thenAccepted(happened.cancelRequested);
    expect(state).toMatchObject({ status: "pending", isCancelRequested: true });
    given(happened.created, happened.cancelRequested).when(cancel).thenNothingNew();
  });

  it("changes nothing once money is in or the end is known", () => {
    for (const history of [
      [happened.paid],
      [happened.paid, happened.completed],
      [happened.failed],
    ]) {
      given(happened.created, ...history)
        .when(cancel)
        .thenNothingNew();
    }
  });

  it("ends with the rail's definite word", () => {
    given(happened.created, happened.cancelRequested)
      .when({ ...failPayment, reason: "cancelled" })
      .thenAccepted({ ...happened.failed, reason: "cancelled" });
  });
});

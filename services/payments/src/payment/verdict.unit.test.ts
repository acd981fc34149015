import { jsonText, paymentsVerdictFacts } from "@sanu/contracts";
import { type CaseId, fold, newId, xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { ConcludePayment, PaymentCommand, RecordReceipts, SeenReceipt } from "./commands.ts";
import { payment } from "./decide.ts";
import { PaymentEvent } from "./events.ts";
import { findRefundable } from "./find-refundable.ts";
import {
  amountMismatch,
  at,
  completed as completedByProvider,
  failed as failedByProvider,
  initiated,
  receipt,
  requested,
} from "./payment.fixture.ts";
import { publishPayment } from "./publish.ts";

const { given } = specify(payment);
const caseId: CaseId = newId();
const never: ConcludePayment = { kind: "conclude", caseId, verdict: { kind: "never" }, at };
const arrivedWith = (amount: bigint): ConcludePayment => ({
  ...never,
  verdict: {
    kind: "arrived",
    providerReference: receipt.receiptReference,
    money: { currency: "XOF", amountXof: xof(amount) },
  },
});
const failed: PaymentEvent = { ...failedByProvider, caseId };
const completed: PaymentEvent = { ...completedByProvider, caseId, completedAt: at };
const fail: PaymentCommand = { kind: "fail", reason: "declined", at };
const shows = (...receipts: readonly SeenReceipt[]): RecordReceipts => ({
  kind: "record-receipts",
  attemptNumber: 1,
  receipts,
  reversals: [],
  statedAt: null,
  graceMs: 60_000,
  at,
});
const contradicted = (
  found: "arrived" | "never",
  shown: SeenReceipt | null = null,
): PaymentEvent => ({
  type: "VerdictContradicted",
  v: 1,
  paymentId: requested.paymentId,
  transactionId: requested.transactionId,
  caseId,
  found,
  receipt: shown && {
    receiptReference: shown.receiptReference,
    receivedXof: shown.amountXof,
  },
  foundAt: at,
});
const ofReceipt = [
  { receiptReference: receipt.receiptReference, amountXof: receipt.amountXof },
] as const;
/** The provider denies the money by which the payment ended. */
const denied = { ...contradicted("never"), counted: [...ofReceipt] } as PaymentEvent;
const other: SeenReceipt = { ...receipt, receiptReference: "receipt-2" };

describe("a verdict about a collection", () => {
  it("ends it for good, once: never came, came, or came in another amount", () => {
    given(requested, initiated).when(never).thenAccepted(failed);
    given(requested, initiated, failed).when(never).thenNothingNew();
    given(requested, initiated).when(arrivedWith(10_000n)).thenAccepted(completed);
    given(requested).when(arrivedWith(10_000n)).thenAccepted(initiated, completed);
    given(requested, initiated, completed).when(arrivedWith(10_000n)).thenNothingNew();
    const state = given(requested, initiated)
      .when(arrivedWith(500n))
      .thenAccepted({ ...amountMismatch, caseId, receivedAt: at });
    expect(state.status).toBe("held");
    given().when(never).thenRefused("payment-unknown");
    for (const event of [failed, completed]) {
      expect(JSON.parse(publishPayment(event)?.dataText ?? "")).toMatchObject({ caseId });
    }
  });

  it("that it never came is contradicted by money, which goes back only when somebody says so", () => {
    const state = given(requested, initiated, failed)
      .when(shows(receipt))
      .thenAccepted(contradicted("arrived", receipt));
    given(requested, initiated, failed, contradicted("arrived", receipt))
      .when(shows(receipt))
      .thenNothingNew();
    const { receiptReference: receiptId, amountXof } = receipt;
    expect(findRefundable(state, { receiptId, amountXof })).toMatchObject({ amountXof });
    const fact: unknown = JSON.parse(
      publishPayment(contradicted("arrived", receipt))?.dataText ?? "",
    );
    expect(paymentsVerdictFacts.VerdictContradicted.schema.parse(fact)).toMatchObject({
      leg: "payment",
      receipt: { receiptId, money: { currency: "XOF", amountXof } },
    });
  });

  it("that it came is proven by the same receipt, and a second one behind it is a duplicate", () => {
    given(requested, initiated, completed).when(shows(receipt)).thenNothingNew();
    const [event] = eventsOf(given(requested, initiated, completed).when(shows(receipt, other)));
    expect(event).toMatchObject({ type: "PaymentDiscrepancyFound", discrepancy: "duplicate" });
    const [gone] = eventsOf(
      given(requested, initiated, completed, event as PaymentEvent).when(shows(other)),
    );
    expect(gone).toMatchObject({ type: "OutcomeContradicted", found: "never" });
  });

  it("that it came is not proven by money of another name: nothing goes back by a rule", () => {
    const history = [requested, initiated, completed] as const;
    given(...history)
      .when(shows(other))
      .thenAccepted(contradicted("arrived", other));
    given(...history, contradicted("arrived", other))
      .when(shows(other))
      .thenNothingNew();
  });

  it("that it came is contradicted by a definite no, once", () => {
    const history = [requested, initiated, completed] as const;
    given(...history)
      .when(fail)
      .thenAccepted(denied);
    given(...history, denied)
      .when(fail)
      .thenNothingNew();
  });

  it("that it came and is contradicted is asked about anew each time that its provider says otherwise", () => {
    const { foundAt } = contradicted("never") as Extract<PaymentEvent, { foundAt: unknown }>;
    const failAgain = { ...fail, attemptNumber: 1 };
    const said = (found: "arrived" | "never"): PaymentEvent => ({
      type: "OutcomeContradicted",
      v: 1,
      paymentId: requested.paymentId,
      transactionId: requested.transactionId,
      attemptNumber: 1,
      found,
      counted: [...ofReceipt],
      foundAt,
    });
    const history = [requested, initiated, completed, denied] as const;
    given(...history)
      .when(shows(receipt))
      .thenAccepted(said("arrived"));
    given(...history, said("arrived"))
      .when(failAgain)
      .thenAccepted(said("never"));
    given(...history, said("arrived"), said("never"))
      .when(failAgain)
      .thenNothingNew();
  });

  it("that it came is contradicted by what is taken back under a name that nobody knows, once", () => {
    const { amountXof } = receipt;
    const takesBack = (...names: readonly string[]): RecordReceipts => ({
      ...shows(),
      reversals: names.map((receiptReference) => ({ receiptReference, amountXof, reversedAt: at })),
    });
    const history = [requested, initiated, completed] as const;
    given(...history)
      .when(takesBack("receipt-2"))
      .thenAccepted(denied);
    given(...history, denied)
      .when(takesBack("receipt-2"))
      .thenNothingNew();
    const [event] = eventsOf(given(...history, denied).when(takesBack("receipt-2", "receipt-1")));
    expect(event).toMatchObject({ type: "PaymentReversed", receiptReference: "receipt-1" });
    // Whoever shows the money of the verdict speaks of other money.
    given(...history)
      .when({ ...takesBack("receipt-2"), receipts: [receipt] })
      .thenNothingNew();
    // What was never seen and is gone again is what a verdict that it never came said, and nothing to the provider's own word.
    given(requested, initiated, failed).when(takesBack("receipt-2")).thenNothingNew();
    given(requested, initiated, completedByProvider).when(takesBack("receipt-2")).thenNothingNew();
  });

  it("that it came where its provider had said no is no word of the provider's: late money that it shows again is no change of its mind", () => {
    const late = {
      ...amountMismatch,
      discrepancy: "late",
      receivedXof: receipt.amountXof,
    } as const;
    const history = [requested, initiated, failedByProvider, late] as const;
    given(...history)
      .when(arrivedWith(10_000n))
      .thenAccepted(contradicted("never"));
    given(...history, contradicted("never"))
      .when(shows(receipt))
      .thenNothingNew();
  });

  it("whether a receipt came that its provider denies is about that receipt alone, and what it says is final until the provider speaks anew", () => {
    const { receiptReference, amountXof } = receipt;
    const failAgain = { ...fail, attemptNumber: 1 };
    const wanted = { receiptId: receiptReference, amountXof };
    const says = (verdict: "arrived" | "never", name: string = receiptReference) =>
      ({ kind: "decide-receipt", receiptReference: name, verdict, caseId, at }) as const;
    const history = [requested, initiated, completedByProvider];
    const [no] = eventsOf(given(...history).when(failAgain));
    const denial = no as PaymentEvent;
    expect(denial).toMatchObject({ type: "OutcomeContradicted", counted: ofReceipt });
    expect(findRefundable(fold(payment, [...history, denial]), wanted)).toBeUndefined();

    const of = { paymentId: requested.paymentId, transactionId: requested.transactionId };
    const confirmed: PaymentEvent = {
      type: "PaymentReceiptConfirmed",
      v: 1,
      ...of,
      caseId,
      receiptReference,
      confirmedAt: at,
    };
    const came = given(...history, denial)
      .when(says("arrived"))
      .thenAccepted(confirmed);
    expect(findRefundable(came, wanted)).toMatchObject({ amountXof });
    expect(publishPayment(confirmed)).toBeUndefined();
    given(...history, denial, confirmed)
      .when(says("arrived"))
      .thenNothingNew();
    given(...history, denial, confirmed)
      .when(failAgain)
      .thenNothingNew();

    const reversed: PaymentEvent = {
      type: "PaymentReversed",
      v: 1,
      ...of,
      caseId,
      reversedXof: amountXof,
      receiptReference,
      reversedAt: at,
      foundAt: at,
    };
    const gone = given(...history, denial)
      .when(says("never"))
      .thenAccepted(reversed);
    expect(findRefundable(gone, wanted)).toBeUndefined();
    const fact: unknown = JSON.parse(publishPayment(reversed)?.dataText ?? "");
    expect(fact).toMatchObject({ caseId, receiptId: receiptReference });
    for (const again of [says("never"), says("arrived"), failAgain]) {
      given(...history, denial, reversed)
        .when(again)
        .thenNothingNew();
    }
    // The provider shows it all the same: somebody has to look again.
    const [back] = eventsOf(given(...history, denial, reversed).when(shows(receipt)));
    expect(back).toMatchObject({ type: "OutcomeContradicted", found: "arrived" });

    // It took its word back before the verdict came: nothing is confirmed, and that it never came still counts.
    const [again] = eventsOf(given(...history, denial).when(shows(receipt)));
    given(...history, denial, again as PaymentEvent)
      .when(says("arrived"))
      .thenNothingNew();
    given(...history, denial, again as PaymentEvent)
      .when(says("never"))
      .thenAccepted(reversed);
    given(...history, denial)
      .when(says("never", "receipt-9"))
      .thenNothingNew();
    given().when(says("never")).thenRefused("payment-unknown");
  });

  it("behind the provider's own word is no news where it agrees, else recorded once", () => {
    given(requested, initiated, completedByProvider).when(arrivedWith(10_000n)).thenNothingNew();
    given(requested, initiated, completedByProvider)
      .when(never)
      .thenAccepted(contradicted("arrived"));
    given(requested, initiated, failedByProvider).when(never).thenNothingNew();
    given(requested, initiated, failedByProvider)
      .when(arrivedWith(10_000n))
      .thenAccepted(contradicted("never"));
  });
});

describe("a verdict about a collection that the first provider refused and the second took", () => {
  const { paymentId, transactionId } = requested;
  const failedOver: PaymentEvent = {
    type: "PaymentAttemptRejected",
    v: 1,
    paymentId,
    transactionId,
    attemptNumber: 1,
    reason: "refused-by-provider",
    rejectedAt: at,
    next: { provider: "south", reason: "fail-over", passedOver: [] },
  };
  const open = [requested, failedOver, initiated] as const;
  const completedThere: PaymentEvent = {
    ...completedByProvider,
    caseId,
    attemptNumber: 2,
    completedAt: at,
  };
  const showsOf = (attemptNumber: number, ...receipts: readonly SeenReceipt[]) => ({
    ...shows(...receipts),
    attemptNumber,
  });
  const contradictedBy = (shown: SeenReceipt, attemptNumber?: number): PaymentEvent => {
    const { receiptReference, amountXof: receivedXof } = shown;
    const named = attemptNumber === undefined ? {} : { attemptNumber };
    const found = { ...named, receiptReference, receivedXof };
    return { ...contradicted("arrived"), receipt: found } as PaymentEvent;
  };
  const { receiptReference: receiptId, amountXof } = receipt;

  it("books the money at the second, so that it goes back from there", () => {
    const paid = given(...open)
      .when(arrivedWith(10_000n))
      .thenAccepted(completedThere);
    expect(findRefundable(paid, { receiptId, amountXof })).toMatchObject({ attemptNumber: 2 });
    const held = given(...open)
      .when(arrivedWith(500n))
      .thenAccepted({ ...amountMismatch, caseId, attemptNumber: 2, receivedAt: at });
    expect(held).toMatchObject({ receipts: [{ attemptNumber: 2 }] });
  });

  it("is proven by the second's word about that receipt, and by nobody else's of the same name", () => {
    const history = [...open, completedThere] as const;
    given(...history)
      .when(showsOf(2, receipt))
      .thenNothingNew();
    const elsewhere = contradictedBy(receipt);
    given(...history)
      .when(showsOf(1, receipt))
      .thenAccepted(elsewhere);
    given(...history, elsewhere)
      .when(showsOf(1, receipt, other))
      .thenAccepted(contradictedBy(other));
  });

  it("is followed by the second taking that receipt back", () => {
    const reversedAt = at;
    const back = [{ receiptReference: receiptId, amountXof, reversedAt }];
    const state = given(...open, completedThere)
      .when({ ...shows(), attemptNumber: 2, reversals: back })
      .thenAccepted({
        type: "PaymentReversed",
        v: 1,
        paymentId,
        transactionId,
        attemptNumber: 2,
        reversedXof: amountXof,
        receiptReference: receiptId,
        reversedAt,
        foundAt: at,
      });
    expect(findRefundable(state, { receiptId, amountXof })).toBeUndefined();
  });

  it("is not contradicted by the end of the first, only by that of the second", () => {
    const history = [...open, completedThere] as const;
    given(...history)
      .when({ kind: "fail", attemptNumber: 1, reason: "declined", at })
      .thenNothingNew();
    given(...history)
      .when({ kind: "fail", attemptNumber: 2, reason: "declined", at })
      .thenAccepted({ ...denied, counted: [{ ...ofReceipt[0] }] } as PaymentEvent);
  });

  it("that it never came keeps at whom money came all the same", () => {
    const found = contradictedBy(receipt, 2);
    const state = given(...open, failed)
      .when(showsOf(2, receipt))
      .thenAccepted(found);
    expect(state).toMatchObject({ receipts: [{ receiptReference: receiptId, attemptNumber: 2 }] });
    expect(findRefundable(state, { receiptId, amountXof })).toMatchObject({ attemptNumber: 2 });
    given(...open, failed, found)
      .when(showsOf(2, receipt))
      .thenNothingNew();
    const published = publishPayment(found)?.dataText ?? "";
    expect(published).not.toContain("attemptNumber");
    expect(PaymentEvent.parse(JSON.parse(jsonText(found)))).toEqual(found);
  });
});

function eventsOf({
  decision,
}: {
  readonly decision: { readonly kind: string };
}): readonly unknown[] {
  return "events" in decision && Array.isArray(decision.events) ? decision.events : [];
}

import { jsonText, paymentsOutcomeFacts } from "@sanu/contracts";
import { type CaseId, fold, newId, xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { DecideReceipt, PaymentCommand, RecordReceipts, SeenReceipt } from "./commands.ts";
import { payment } from "./decide.ts";
import { PaymentEvent } from "./events.ts";
import { findRefundable } from "./find-refundable.ts";
import {
  amountMismatch,
  at,
  completed,
  failed,
  initiated,
  receipt,
  requested,
} from "./payment.fixture.ts";
import { publishPayment } from "./publish.ts";

const { given } = specify(payment);
const caseId: CaseId = newId();
const ids = {
  v: 1,
  paymentId: requested.paymentId,
  transactionId: requested.transactionId,
} as const;
const { receiptReference } = receipt;
const paid = [requested, initiated, completed] as const;
/** Other money of the same order. */
const second = { ...receipt, receiptReference: "receipt-2" };
const duplicate = {
  ...amountMismatch,
  discrepancy: "duplicate",
  receiptReference: "receipt-2",
  receivedXof: xof(10_000n),
} as const;

const shows = (...receipts: readonly SeenReceipt[]): RecordReceipts => ({
  kind: "record-receipts",
  attemptNumber: 1,
  receipts,
  reversals: [],
  statedAt: null,
  graceMs: 60_000,
  at,
});
const of = (amount: bigint): SeenReceipt => ({ ...receipt, amountXof: xof(amount) });
const word = (counted: bigint, shown?: bigint): PaymentEvent => ({
  type: "OutcomeContradicted",
  ...ids,
  attemptNumber: 1,
  found: "arrived",
  counted: [
    {
      receiptReference,
      amountXof: xof(counted),
      ...(shown !== undefined && { shownXof: xof(shown) }),
    },
  ],
  foundAt: at,
});
const no: PaymentCommand = { kind: "fail", reason: "declined", attemptNumber: 1, at };
const denied: PaymentEvent = { ...word(10_000n), found: "never" } as PaymentEvent;
const decide = (verdict: "arrived" | "never", amountXof?: bigint): DecideReceipt => ({
  kind: "decide-receipt",
  receiptReference,
  verdict,
  ...(amountXof !== undefined && { amountXof: xof(amountXof) }),
  caseId,
  at,
});
const confirmed: PaymentEvent = {
  type: "PaymentReceiptConfirmed",
  ...ids,
  caseId,
  receiptReference,
  confirmedAt: at,
};
const corrected = (countedXof: bigint, cameXof: bigint): PaymentEvent => ({
  type: "PaymentReceiptCorrected",
  ...ids,
  caseId,
  receiptReference,
  countedXof: xof(countedXof),
  cameXof: xof(cameXof),
  correctedAt: at,
});
const refundable = (events: readonly PaymentEvent[], amount: bigint) =>
  findRefundable(fold(payment, events), { receiptId: receiptReference, amountXof: xof(amount) })
    ?.amountXof;

describe("a receipt that its provider shows in another amount than it did", () => {
  it.each([6_000n, 12_000n])(
    "is somebody's question, once for the same amount, whether it is less or more: %s",
    (other) => {
      given(...paid)
        .when(shows(of(other)))
        .thenAccepted(word(10_000n, other));
      given(...paid, word(10_000n, other))
        .when(shows(of(other)))
        .thenNothingNew();
    },
  );

  it("is news again with each other amount, and so is that the first one is back", () => {
    const past = [...paid, word(10_000n, 6_000n)];
    given(...past)
      .when(shows(of(7_000n)))
      .thenAccepted(word(10_000n, 7_000n));
    given(...past)
      .when(shows(of(10_000n)))
      .thenAccepted(word(10_000n));
    given(...past, word(10_000n))
      .when(shows(of(10_000n)))
      .thenNothingNew();
    given(...past, word(10_000n))
      .when(shows(of(6_000n)))
      .thenAccepted(word(10_000n, 6_000n));
  });

  it("is that also where it came late, or in another amount than was ordered", () => {
    given(requested, initiated, amountMismatch)
      .when(shows(of(6_000n)))
      .thenAccepted(word(500n, 6_000n));
    const late = { ...amountMismatch, discrepancy: "late", receivedXof: xof(10_000n) } as const;
    given(requested, initiated, failed, late)
      .when(shows(of(6_000n)))
      .thenAccepted(word(10_000n, 6_000n));
  });

  it("is told beside other money that is new, and beside what is gone", () => {
    given(...paid)
      .when(shows(of(6_000n), second))
      .thenAccepted(duplicate, word(10_000n, 6_000n));
    const gone = {
      ...denied,
      counted: [{ receiptReference: "receipt-2", amountXof: xof(10_000n) }],
    } as PaymentEvent;
    given(...paid, duplicate)
      .when(shows(of(6_000n)))
      .thenAccepted(word(10_000n, 6_000n), gone);
  });

  it("hides nothing of other money, which its provider had taken back and shows again, nor is it hidden by that", () => {
    const other = { receiptReference: "receipt-2", amountXof: xof(10_000n) };
    const gone: PaymentEvent = {
      type: "PaymentReversed",
      ...ids,
      reversedXof: xof(10_000n),
      receiptReference: "receipt-2",
      reversedAt: at,
      foundAt: at,
    };
    const stands: PaymentEvent = {
      type: "OutcomeContradicted",
      ...ids,
      attemptNumber: 1,
      found: "arrived",
      foundAt: at,
    };
    const past = [...paid, duplicate, gone];
    given(...past)
      .when(shows(of(6_000n), second))
      .thenAccepted(word(10_000n, 6_000n), stands);
    given(...past, word(10_000n, 6_000n))
      .when(shows(of(6_000n), second))
      .thenAccepted(stands);
    given(...past, word(10_000n, 6_000n), stands)
      .when(shows(of(6_000n), second))
      .thenNothingNew();
    // What is still gone is no news beside it.
    given(...past, word(10_000n, 6_000n))
      .when({ ...shows(of(6_000n)), reversals: [{ ...other, reversedAt: at }] })
      .thenNothingNew();
    // Nor does that it is gone again say anything of the first.
    const again: PaymentEvent = { ...stands, found: "never" };
    given(...past, stands, again)
      .when(no)
      .thenAccepted(denied);
    given(...past, stands, again, denied)
      .when(no)
      .thenNothingNew();
  });

  it("is decided of one of two receipts that two providers give the same name, however often the verdict comes", () => {
    const secondCame = { ...completed, attemptNumber: 2 };
    const first = { ...duplicate, receiptReference, receivedXof: xof(9_999n) };
    const gone: PaymentEvent = { ...word(9_999n), found: "never" } as PaymentEvent;
    const past = [requested, initiated, secondCame, first, gone];
    given(...past)
      .when(decide("arrived", 9_999n))
      .thenAccepted(confirmed);
    given(...past, confirmed)
      .when(decide("arrived", 9_999n))
      .thenNothingNew();
  });

  it("that is back while other money is gone is told with that, once", () => {
    const past = [...paid, duplicate, denied];
    const others = [{ receiptReference: "receipt-2", amountXof: xof(10_000n) }];
    const gone = { ...denied, counted: others } as PaymentEvent;
    given(...past)
      .when(shows(of(10_000n)))
      .thenAccepted(gone, word(10_000n));
    given(...past, gone, word(10_000n))
      .when(shows(of(10_000n)))
      .thenNothingNew();
  });

  it("is not refunded, in neither amount, until somebody has decided or the first word is back", () => {
    const past = [...paid, word(10_000n, 6_000n)];
    expect(refundable(past, 10_000n)).toBeUndefined();
    expect(refundable(past, 6_000n)).toBeUndefined();
    expect(refundable([...past, word(10_000n)], 10_000n)).toBe(10_000n);
    expect(refundable([...past, confirmed], 10_000n)).toBe(10_000n);
    expect(refundable([...past, corrected(10_000n, 6_000n)], 10_000n)).toBeUndefined();
    expect(refundable([...past, corrected(10_000n, 6_000n)], 6_000n)).toBe(6_000n);
  });

  it("is what two of the staff say, and the same words of its provider are no news behind that", () => {
    const past = [...paid, word(10_000n, 6_000n)];
    given(...past)
      .when(decide("arrived", 10_000n))
      .thenAccepted(confirmed);
    given(...past, confirmed)
      .when(decide("arrived", 10_000n))
      .thenNothingNew();
    given(...past, confirmed)
      .when(shows(of(6_000n)))
      .thenNothingNew();
    given(...past, confirmed)
      .when(shows(of(7_000n)))
      .thenAccepted(word(10_000n, 7_000n));

    given(...past)
      .when(decide("arrived", 6_000n))
      .thenAccepted(corrected(10_000n, 6_000n));
    const behind = [...past, corrected(10_000n, 6_000n)];
    given(...behind)
      .when(decide("arrived", 6_000n))
      .thenNothingNew();
    given(...behind)
      .when(shows(of(6_000n)))
      .thenNothingNew();
    given(...behind)
      .when(shows(of(10_000n)))
      .thenAccepted(word(6_000n, 10_000n));
    // What it takes back then is what came.
    const reversal = { receiptReference, amountXof: xof(6_000n), reversedAt: at };
    given(...behind)
      .when({ ...shows(), reversals: [reversal] })
      .thenAccepted({
        type: "PaymentReversed",
        ...ids,
        reversedXof: xof(6_000n),
        receiptReference,
        reversedAt: at,
        foundAt: at,
      });
  });

  it("and then never came is denied, and one that was denied and comes as another amount is asked about as that", () => {
    given(...paid, word(10_000n, 6_000n))
      .when(no)
      .thenAccepted(denied);
    given(...paid, denied)
      .when(shows(of(6_000n)))
      .thenAccepted(word(10_000n, 6_000n));
    given(...paid, denied, word(10_000n, 6_000n))
      .when(shows(of(6_000n)))
      .thenNothingNew();
  });

  it("is another provider's money where another attempt shows the name", () => {
    const other = { ...shows(of(6_000n)), attemptNumber: 2 };
    const [event] = [payment.decide(fold(payment, paid), other)];
    expect(event).toMatchObject({ events: [{ type: "PaymentDiscrepancyFound" }] });
  });

  it("is told to others with both amounts", () => {
    const fact = publishPayment(word(10_000n, 6_000n));
    expect(fact?.type).toBe(paymentsOutcomeFacts.OutcomeContradicted.type);
    expect(JSON.parse(fact?.dataText ?? "")).toMatchObject({
      found: "arrived",
      counted: [
        {
          receiptId: receiptReference,
          money: { currency: "XOF", amountXof: "10000" },
          shown: { currency: "XOF", amountXof: "6000" },
        },
      ],
    });
    for (const event of [word(10_000n, 6_000n), corrected(10_000n, 6_000n)]) {
      expect(PaymentEvent.parse(JSON.parse(jsonText(event)))).toEqual(event);
    }
    expect(publishPayment(corrected(10_000n, 6_000n))).toBeUndefined();
  });

  it("waits on where its provider has said otherwise again before payments knew of the verdict", () => {
    const first = [...paid, word(10_000n, 6_000n)];
    const other = [...first, word(10_000n, 4_000n), corrected(10_000n, 6_000n)];
    const gone = [...first, { ...word(10_000n), found: "never" } as PaymentEvent];
    expect(refundable(other, 6_000n)).toBeUndefined();
    expect(refundable([...gone, corrected(10_000n, 6_000n)], 6_000n)).toBeUndefined();
    expect(refundable([...first, corrected(10_000n, 6_000n)], 6_000n)).toBe(6_000n);
    given(...other)
      .when(decide("arrived", 6_000n))
      .thenNothingNew();
    const asked: CaseId = newId();
    given(...other)
      .when({ ...decide("arrived", 6_000n), caseId: asked })
      .thenAccepted({ ...confirmed, caseId: asked });
    given(...other)
      .when(shows(of(4_000n)))
      .thenNothingNew();
    given(...other)
      .when(shows(of(6_000n)))
      .thenAccepted(word(6_000n));
  });
});

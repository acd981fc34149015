import type { ConnectorChoice } from "@sanu/contracts";
import { type CaseId, saidOfOthers, unreachable, withSaid, type Xof } from "@sanu/kernel";
import type { PaymentEvent } from "./events.ts";
import {
  isOpen,
  type KnownReceipt,
  type OpenPayment,
  type OrderedPayment,
  type Payment,
  type Placed,
  type VerdictOfEnd,
} from "./state.ts";

export function evolve(state: Payment, event: PaymentEvent): Payment {
  switch (event.type) {
    case "PaymentRequested":
      return {
        status: "requested",
        ...orderOf({ ...event, receipts: [] }),
        ...withChoice([], event.choice),
        attemptNumber: 1,
        isCancelRequested: false,
        isUnknownRecorded: false,
      };
    case "PaymentAttemptRejected": {
      const open = assumeOpen(state);
      return {
        ...open,
        ...withChoice(open.asked, event.next),
        attemptNumber: event.attemptNumber + 1,
        isUnknownRecorded: false,
      };
    }
    case "PaymentInitiated":
      return {
        ...orderOf(assumeOrdered(state)),
        ...openFactsOf(state),
        status: "initiated",
        initiatedAt: event.initiatedAt,
      };
    case "PaymentCompleted":
      return {
        ...orderOf(assumeOrdered(state)),
        status: "completed",
        ...endOf(state, event),
        completedAt: event.completedAt,
        receipts: [receiptOf(event, event.amountXof)],
      };
    case "PaymentFailed":
      return {
        ...orderOf(assumeOrdered(state)),
        status: "failed",
        ...endOf(state, event),
        reason: event.reason,
        failedAt: event.failedAt,
      };
    case "PaymentDiscrepancyFound":
      return withReceipt(assumeOrdered(state), event);
    case "PaymentReversed":
      return withReversal(assumeOrdered(state), event);
    case "PaymentReceiptConfirmed":
      return withConfirmation(assumeOrdered(state), event);
    case "PaymentReceiptCorrected":
      return withCorrection(assumeOrdered(state), event);
    case "OutcomeContradicted":
      return withWord(assumeOrdered(state), event);
    case "VerdictContradicted":
      return withContradiction(assumeOrdered(state), event);
    case "PaymentCancelRequested":
      return { ...assumeOpen(state), isCancelRequested: true };
    case "PaymentOutcomeUnknown":
      return { ...assumeOpen(state), isUnknownRecorded: true };
    default:
      return unreachable(event);
  }
}

/** Money in another amount ends an open payment; to one that is late, or has ended, a receipt is only added. */
function withReceipt(
  state: OrderedPayment,
  event: Extract<PaymentEvent, { type: "PaymentDiscrepancyFound" }>,
): Payment {
  const { receivedXof, foundAt, discrepancy } = event;
  const receipt = receiptOf(event, receivedXof);
  if (isOpen(state) && discrepancy === "amount-mismatch") {
    return {
      ...orderOf(state),
      status: "held",
      ...endOf(state, event),
      heldAt: foundAt,
      receipts: [receipt],
    };
  }
  return { ...state, receipts: [...state.receipts, receipt] };
}

function withWord(
  state: OrderedPayment,
  event: Extract<PaymentEvent, { type: "OutcomeContradicted" }>,
): Payment {
  if (isOpen(state)) throw new Error("What is open contradicts no outcome");
  const { attemptNumber, found, foundAt } = event;
  const said = { attemptNumber, found, foundAt, ...named(event) };
  return withSaid(withCounted(state, { ...event, attemptNumber }), said);
}

interface Word extends Pick<Extract<PaymentEvent, { type: "OutcomeContradicted" }>, "counted"> {
  readonly attemptNumber: number;
  readonly found: "arrived" | "never";
}

function named({ counted }: Pick<Word, "counted">): { readonly isOfReceipts?: true } {
  return counted === undefined ? {} : { isOfReceipts: true };
}

/** The provider's newest word about single receipts is weighed anew, whatever the staff said of the one before. */
function withCounted<State extends OrderedPayment>(
  state: State,
  { counted = [], found, attemptNumber }: Word,
): State {
  const receipts = state.receipts.map((one): KnownReceipt => {
    const said = counted.find(({ receiptReference }) => receiptReference === one.receiptReference);
    if (one.attemptNumber !== attemptNumber || said === undefined) return one;
    const { shownXof } = said;
    const receipt = undisputed(one);
    if (found === "never") return { ...receipt, isDenied: true };
    return shownXof === undefined ? receipt : { ...receipt, shownXof };
  });
  return { ...state, receipts };
}

function undisputed(receipt: KnownReceipt): KnownReceipt {
  const { isDenied: _denied, shownXof: _shown, isConfirmed: _confirmed, ...counted } = receipt;
  return counted;
}

function withCorrection(
  state: OrderedPayment,
  {
    receiptReference,
    attemptNumber = 1,
    cameXof: amountXof,
    caseId: correctedBy,
  }: Extract<PaymentEvent, { type: "PaymentReceiptCorrected" }>,
): Payment {
  const receipts = state.receipts.map((one): KnownReceipt => {
    if (one.receiptReference !== receiptReference || one.attemptNumber !== attemptNumber)
      return one;
    const { isDenied, shownXof } = one;
    // What its provider has said since is not what two of the staff decided, and waits for them on.
    const isShown = shownXof !== undefined && shownXof !== amountXof;
    const since = { ...(isDenied && { isDenied }), ...(isShown && { shownXof }) };
    return { ...undisputed(one), ...since, amountXof, correctedBy };
  });
  return { ...state, receipts };
}

function withConfirmation(
  state: OrderedPayment,
  {
    receiptReference,
    attemptNumber = 1,
    caseId: confirmedBy,
  }: Extract<PaymentEvent, { type: "PaymentReceiptConfirmed" }>,
): Payment {
  const receipts = state.receipts.map(
    (one): KnownReceipt =>
      one.receiptReference === receiptReference && one.attemptNumber === attemptNumber
        ? { ...one, isConfirmed: true, confirmedBy }
        : one,
  );
  return { ...state, receipts };
}

/** What came in is kept, so that it can go back once somebody says so; and so is the word, where money of its attempt is known. */
function withContradiction(
  state: OrderedPayment,
  event: Extract<PaymentEvent, { type: "VerdictContradicted" }>,
): Payment {
  if (isOpen(state)) throw new Error("What is open contradicts no verdict");
  const { caseId, receipt, found, foundAt } = event;
  const unprovenReference = state.verdict?.unprovenReference ?? null;
  const verdict = { caseId, unprovenReference, isContradicted: true };
  const more = receipt === null ? [] : [receiptOf(receipt, receipt.receivedXof)];
  const ended = { ...state, verdict, receipts: [...state.receipts, ...more] };
  // That nothing came is what it had said all the time.
  if (state.status === "failed" && receipt === null) return ended;
  const { attemptNumber = 1 } = more[0] ?? state.receipts[0] ?? {};
  const said = { attemptNumber, found, foundAt, ...named(event) };
  return withSaid(withCounted(ended, { ...event, attemptNumber }), said);
}

interface End {
  readonly caseId?: CaseId | undefined;
  readonly receiptReference?: string;
}

function endOf(state: Payment, event: End) {
  const { attemptNumber } = assumeOrdered(state);
  return { verdict: verdictIn(event), attemptNumber };
}

function verdictIn(event: End): VerdictOfEnd {
  const { caseId, receiptReference: unprovenReference = null } = event;
  return caseId === undefined ? null : { caseId, unprovenReference, isContradicted: false };
}

function withChoice(asked: readonly string[], choice: ConnectorChoice | undefined) {
  const provider = choice?.provider ?? null;
  return { asked: provider === null ? asked : [...asked, provider] };
}

function receiptOf(
  of: { readonly receiptReference: string; readonly attemptNumber?: number | undefined },
  amountXof: Xof,
): KnownReceipt {
  const { receiptReference, attemptNumber = 1 } = of;
  return { receiptReference, amountXof, attemptNumber, isReversed: false };
}

function withReversal(
  state: OrderedPayment,
  { receiptReference, attemptNumber = 1 }: Extract<PaymentEvent, { type: "PaymentReversed" }>,
): Payment {
  if (isOpen(state)) throw new Error("Nothing that was not received is reversed");
  const receipts = state.receipts.map((one) =>
    one.receiptReference === receiptReference && one.attemptNumber === attemptNumber
      ? { ...one, isReversed: true }
      : one,
  );
  return { ...state, receipts, contradictions: saidOfOthers(state, attemptNumber) };
}

function openFactsOf(state: Payment) {
  const { attemptNumber, asked, isCancelRequested, isUnknownRecorded } = assumeOpen(state);
  return { attemptNumber, asked, isCancelRequested, isUnknownRecorded };
}

function orderOf(from: Placed): Placed {
  const { paymentId, transactionId, accountId, reference } = from;
  const { amountXof, channel, payerHmac, expiresAt, requestedAt, receipts } = from;
  const ids = { paymentId, transactionId, accountId, reference };
  return { ...ids, amountXof, channel, payerHmac, expiresAt, requestedAt, receipts };
}

/** A log whose first event is another one is broken: a fault, not a state. */
export function assumeOrdered(state: Payment): OrderedPayment {
  if (state.status === "none") throw new Error("A payment begins with PaymentRequested");
  return state;
}

function assumeOpen(state: Payment): OpenPayment {
  if (!isOpen(state)) throw new Error(`Nothing of the kind follows ${state.status}`);
  return state;
}

import { accepted, type Decision, type Instant, msBetween, nothingNew } from "@sanu/kernel";
import type { RecordReceipts, SeenReceipt } from "./commands.ts";
import {
  cameAfterAll,
  goneAgain,
  isNameless,
  neverCameAfterAll,
  otherAmounts,
  standsAfterAll,
} from "./contradiction.ts";
import type { PaymentEvent } from "./events.ts";
import { assumeOrdered, evolve } from "./evolve.ts";
import { ofAttempt } from "./of-attempt.ts";
import { failedBecause, initiated } from "./open-payment.ts";
import { believedReceivedAt } from "./received-at.ts";
import { eventsOfReversals } from "./reversals.ts";
import {
  type EndedPayment,
  eventOf,
  isOpen,
  type KnownReceipt,
  type OpenPayment,
  type OrderedPayment,
} from "./state.ts";
import { contradictionByReversal, contradictionsIn } from "./verdict.ts";

/**
 * Pure. What follows from the money that the provider's record shows as received for one attempt, and as taken back: each receipt is
 * counted once, and what contradicts a verdict, or the provider's own earlier word, is news besides.
 */
export function eventsOfRecord(
  state: OrderedPayment,
  command: RecordReceipts,
): readonly PaymentEvent[] {
  const events = eventsOfMoney(state, command);
  const isNew = events.some(({ type }) => type === "PaymentDiscrepancyFound");
  const known = after(state, events);
  const amounts = wordOfAmounts(known, command);
  return [...events, ...amounts, ...wordOfRecord(after(known, amounts), command, isNew)];
}

function eventsOfMoney(state: OrderedPayment, command: RecordReceipts): readonly PaymentEvent[] {
  const contradicted = isOpen(state) ? [] : contradictionsIn(state, command);
  if (contradicted.length > 0) return contradicted;
  const takenBack = isOpen(state) ? undefined : contradictionByReversal(state, command);
  if (takenBack?.kind === "accepted") return takenBack.events;
  const { reversals, receipts, at, attemptNumber } = command;
  const events: PaymentEvent[] = [];
  let payment = state;
  for (const receipt of receipts) {
    const found = eventsOfReceipt(payment, receipt, command);
    events.push(...found);
    payment = after(payment, found);
  }
  return [...events, ...eventsOfReversals(payment, { reversals, attemptNumber, at })];
}

function after(state: OrderedPayment, events: readonly PaymentEvent[]): OrderedPayment {
  return events.reduce((payment, event) => assumeOrdered(evolve(payment, event)), state);
}

/** Under each name there is what was counted, or its provider speaks against its own word. */
function wordOfAmounts(state: OrderedPayment, command: RecordReceipts): readonly PaymentEvent[] {
  if (isOpen(state)) return [];
  const word = otherAmounts(state, command);
  return word.kind === "accepted" ? word.events : [];
}

/**
 * That money is there is news beside the money itself where its provider has said meanwhile that it never came, or has taken it back; and
 * so is that it is gone again behind that, or no longer among what else its provider shows.
 */
function wordOfRecord(
  state: OrderedPayment,
  command: RecordReceipts,
  isNew: boolean,
): readonly PaymentEvent[] {
  if (isOpen(state)) return [];
  const word = saidOf(state, command, isNew);
  return word.kind === "accepted" ? word.events : [];
}

function saidOf(
  state: EndedPayment,
  command: RecordReceipts,
  isNew: boolean,
): Decision<PaymentEvent, never> {
  const { receipts, reversals, attemptNumber } = command;
  const own = state.receipts.filter((one) => one.attemptNumber === attemptNumber);
  const isIn = (
    shown: readonly { readonly receiptReference: string }[],
    { receiptReference: name }: KnownReceipt,
  ) => shown.some(({ receiptReference }) => receiptReference === name);
  const shown = own.filter((one) => isIn(receipts, one) && !isIn(reversals, one));
  if (shown.some(({ isReversed }) => isReversed)) return standsAfterAll(state, command);
  const missing = own.filter(
    (one) => !one.isReversed && !isIn(receipts, one) && !isIn(reversals, one),
  );
  // What nothing is shown beside is not said to be gone.
  if (missing.length > 0 && receipts.length > 0) {
    if (!isNameless(state, attemptNumber)) {
      const gone = neverCameAfterAll(state, { ...command, receipts: missing });
      if (gone.kind === "accepted") return withWhatIsBack(state, gone, { ...command, shown });
    } else if (!isNew) {
      // Only money that is new says that there is any again.
      return nothingNew();
    }
  }
  if (shown.length > 0) return cameAfterAll(state, { ...command, receipts: shown });
  const isGone = own.some((one) => one.isReversed && isIn(reversals, one));
  return isGone ? goneAgain(state, command) : nothingNew();
}

/** One status can say both: that some money is gone, and that some of which it had said so is there. */
function withWhatIsBack(
  state: EndedPayment,
  gone: Extract<Decision<PaymentEvent, never>, { readonly kind: "accepted" }>,
  {
    attemptNumber,
    at,
    shown,
  }: Pick<RecordReceipts, "attemptNumber" | "at"> & {
    readonly shown: readonly KnownReceipt[];
  },
): Decision<PaymentEvent, never> {
  const denied = shown.filter(({ isDenied }) => isDenied === true);
  if (denied.length === 0) return gone;
  const back = cameAfterAll(state, { attemptNumber, at, receipts: denied });
  return back.kind === "accepted" ? accepted(...gone.events, ...back.events) : gone;
}

function eventsOfReceipt(
  state: OrderedPayment,
  receipt: SeenReceipt,
  { statedAt, graceMs, at, attemptNumber }: RecordReceipts,
): readonly PaymentEvent[] {
  const receivedAt = believedReceivedAt({ ...receipt, statedAt, at }, state.requestedAt);
  const found = { receipt, receivedAt, at, attemptNumber };
  if (isOpen(state)) return firstReceipt(state, found, graceMs);
  if (isKnown(state.receipts, found)) return [];
  return [discrepancyOf(state, state.status === "failed" ? "late" : "duplicate", found)];
}

interface FoundReceipt {
  readonly receipt: SeenReceipt;
  readonly receivedAt: Instant;
  readonly at: Instant;
  readonly attemptNumber: number;
}

/** Two providers may give the same name to different money. */
function isKnown(
  known: readonly KnownReceipt[],
  { receipt: { receiptReference }, attemptNumber }: FoundReceipt,
): boolean {
  return known.some(
    (one) => one.receiptReference === receiptReference && one.attemptNumber === attemptNumber,
  );
}

/** The first money of an open payment. That it came proves that the provider had the order. */
function firstReceipt(
  state: OpenPayment,
  found: FoundReceipt,
  graceMs: number,
): readonly PaymentEvent[] {
  const { receipt, receivedAt, at } = found;
  const before = state.status === "requested" ? [initiated(state, at)] : [];
  // The price was promised until the end, so this goes back; and what was ordered will not come any more.
  if (msBetween(state.expiresAt, receivedAt) > graceMs) {
    return [...before, discrepancyOf(state, "late", found), failedBecause(state, "expired", at)];
  }
  if (receipt.amountXof !== state.amountXof) {
    return [...before, discrepancyOf(state, "amount-mismatch", found)];
  }
  const { amountXof, receiptReference, payerNumber } = receipt;
  return [
    ...before,
    {
      type: "PaymentCompleted",
      ...eventOf(state),
      ...ofAttempt(found.attemptNumber),
      amountXof,
      receiptReference,
      ...(payerNumber !== undefined && { isPayerNamed: true as const }),
      completedAt: receivedAt,
    },
  ];
}

function discrepancyOf(
  state: OrderedPayment,
  discrepancy: "late" | "duplicate" | "amount-mismatch",
  { receipt, receivedAt, at, attemptNumber }: FoundReceipt,
): PaymentEvent {
  return {
    type: "PaymentDiscrepancyFound",
    ...eventOf(state),
    ...ofAttempt(attemptNumber),
    discrepancy,
    receivedXof: receipt.amountXof,
    receiptReference: receipt.receiptReference,
    receivedAt,
    foundAt: at,
  };
}

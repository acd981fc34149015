import type { PaymentFailureReason, Verdict } from "@sanu/contracts";
import {
  accepted,
  type CaseId,
  contradictions,
  type Decision,
  type Instant,
  nothingNew,
  refused,
} from "@sanu/kernel";
import type { ConcludePayment, DecideReceipt, RecordReceipts, SeenReceipt } from "./commands.ts";
import { countedOf } from "./contradiction.ts";
import type { PaymentEvent } from "./events.ts";
import { ofAttempt } from "./of-attempt.ts";
import { initiated } from "./open-payment.ts";
import type { PaymentRefusal } from "./refusals.ts";
import {
  type EndedPayment,
  eventOf,
  isContested,
  isOpen,
  type KnownReceipt,
  type OpenPayment,
  type Payment,
} from "./state.ts";

type PaymentDecision = Decision<PaymentEvent, PaymentRefusal>;

/** What facts say of money that, by the word of the staff, never came. */
const neverCame: PaymentFailureReason = "expired";

const { concludeEnded, contradictionOf } = contradictions(contradicted);

export { contradictionOf };

/** Two of the staff say the end. Where the provider has said it before, only a contradiction is news. */
export function conclude(state: Payment, command: ConcludePayment): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  if (isOpen(state)) return concludeOpen(state, command);
  return concludeEnded(state, state.status === "failed" ? "never" : "arrived", command);
}

/** The open attempt is the one whose outcome nobody knew: money of the verdict came to its provider, and goes back there. */
function concludeOpen(
  state: OpenPayment,
  { caseId, verdict, at }: ConcludePayment,
): PaymentDecision {
  const of = eventOf(state);
  if (verdict.kind === "never") {
    return accepted({ ...of, type: "PaymentFailed", caseId, reason: neverCame, failedAt: at });
  }
  if (verdict.money.currency !== "XOF") return refused("payment-unknown");
  const { amountXof } = verdict.money;
  const { providerReference: receiptReference } = verdict;
  const received = { ...of, caseId, ...ofAttempt(state.attemptNumber), receiptReference };
  const end: PaymentEvent =
    amountXof === state.amountXof
      ? { ...received, type: "PaymentCompleted", amountXof, completedAt: at }
      : {
          ...received,
          type: "PaymentDiscrepancyFound",
          discrepancy: "amount-mismatch",
          receivedXof: amountXof,
          receivedAt: at,
          foundAt: at,
        };
  // That it came proves that the provider had the order.
  if (state.status === "initiated") return accepted(end);
  return accepted(initiated(state, at), end);
}

/**
 * Money that may be the one of a verdict under another name, or that a verdict says never came: no rule sends it back, and
 * a person looks. Each receipt is recorded once; the same name at another provider is other money.
 */
export function contradictionsIn(
  state: EndedPayment,
  { receipts, attemptNumber, at }: Pick<RecordReceipts, "receipts" | "attemptNumber" | "at">,
): readonly PaymentEvent[] {
  const { verdict } = state;
  if (verdict === null) return [];
  const { caseId, unprovenReference } = verdict;
  const ofProvider = state.receipts.filter((one) => one.attemptNumber === attemptNumber);
  const known = new Set(ofProvider.map(({ receiptReference }) => receiptReference));
  // The oldest of that name is the one of the verdict.
  const unproven = state.receipts.find((one) => one.receiptReference === unprovenReference);
  const isProven =
    unproven?.attemptNumber === attemptNumber &&
    receipts.some(({ receiptReference }) => receiptReference === unprovenReference);
  if (isProven) return [];
  return receipts
    .filter(({ receiptReference }) => !known.has(receiptReference))
    .map((receipt) => {
      const shown = { ...receipt, attemptNumber };
      return contradicted(state, { caseId, found: "arrived", receipt: shown, at });
    });
}

/**
 * The money of a verdict has the name that the staff read. What its provider took back under a name that nobody knows may be
 * that money: a person looks. `undefined` where no verdict said that it came.
 */
export function contradictionByReversal(
  state: EndedPayment,
  { receipts, reversals, attemptNumber, at }: RecordReceipts,
): PaymentDecision | undefined {
  const [ofVerdict] = state.receipts;
  if (state.status === "failed" || ofVerdict?.attemptNumber !== attemptNumber) return undefined;
  const isKnown = (name: string) => state.receipts.some((one) => one.receiptReference === name);
  const shown = [...receipts, ...reversals].map(({ receiptReference }) => receiptReference);
  // Whoever shows the money of the verdict speaks of other money.
  if (shown.includes(ofVerdict.receiptReference) || shown.every(isKnown)) return undefined;
  return contradictionOf(state, "never", at);
}

/** The money by which the payment ended: a provider that says otherwise than the verdict denies it. */
function deniedBy(state: EndedPayment, found: Verdict["kind"]) {
  if (found !== "never" || state.status === "failed") return {};
  return countedOf(state.receipts.slice(0, 1).filter(({ isReversed }) => !isReversed));
}

/**
 * Two of the staff say whether money came that its provider denies, and how much, where it shows another amount. That it never did ends it
 * as a reversal does; what its provider has taken back, or shows again as it was counted, needs nobody.
 */
export function decideReceipt(
  state: Payment,
  { receiptReference, verdict, amountXof: cameXof, caseId, at }: DecideReceipt,
): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  const ofName = state.receipts.filter((one) => one.receiptReference === receiptReference);
  // Two providers may give the same name to different money: a verdict is about one of them, and of that it was said once.
  const receipt = ofName.find(isContested) ?? ofName[0];
  if (receipt === undefined || ofName.some(({ isReversed }) => isReversed)) return nothingNew();
  const { attemptNumber, amountXof, correctedBy } = receipt;
  // The same verdict again says nothing of what its provider has said since, nor of other money with that name.
  const isSaid = (one: KnownReceipt) => one.correctedBy === caseId || one.confirmedBy === caseId;
  if (correctedBy === caseId || ofName.some((one) => one !== receipt && isSaid(one)))
    return nothingNew();
  const about = { ...eventOf(state), caseId, ...ofAttempt(attemptNumber), receiptReference };
  if (verdict === "arrived" && cameXof !== undefined && cameXof !== amountXof) {
    const came = { countedXof: amountXof, cameXof, correctedAt: at };
    return accepted({ ...about, type: "PaymentReceiptCorrected", ...came });
  }
  if (ofName.some(({ isConfirmed }) => isConfirmed === true)) return nothingNew();
  if (verdict === "never") {
    const reversed = { reversedXof: amountXof, reversedAt: at, foundAt: at };
    return accepted({ ...about, type: "PaymentReversed", ...reversed });
  }
  if (!isContested(receipt)) return nothingNew();
  return accepted({ ...about, type: "PaymentReceiptConfirmed", confirmedAt: at });
}

function contradicted(
  state: EndedPayment,
  of: {
    readonly caseId: CaseId;
    readonly found: Verdict["kind"];
    readonly receipt?: SeenReceipt & { readonly attemptNumber: number };
    readonly at: Instant;
  },
): PaymentEvent {
  const { caseId, found, receipt, at: foundAt } = of;
  const about = { ...eventOf(state), caseId, found, ...deniedBy(state, found) };
  const shown = receipt && {
    ...ofAttempt(receipt.attemptNumber),
    receiptReference: receipt.receiptReference,
    receivedXof: receipt.amountXof,
  };
  return { ...about, type: "VerdictContradicted", receipt: shown ?? null, foundAt };
}

import {
  accepted,
  type Decision,
  type Instant,
  nothingNew,
  outcomeContradictions,
} from "@sanu/kernel";
import type { SeenReceipt } from "./commands.ts";
import type { PaymentEvent } from "./events.ts";
import { type Contradiction, type EndedPayment, eventOf, type KnownReceipt } from "./state.ts";

type Contradicted = Decision<PaymentEvent, never>;

interface Reported {
  readonly attemptNumber: number;
  readonly at: Instant;
}

interface ReportedOf extends Reported {
  /** All that is counted of that attempt and meant. */
  readonly receipts: readonly KnownReceipt[];
}

const { contradicted, saidAgain } = outcomeContradictions(
  (state: EndedPayment, said: Pick<Contradiction, "attemptNumber" | "found" | "foundAt">) =>
    wordOf(state, said),
);

/** The provider says that what it had shown never came, and not that it took it back: of each receipt it is news once. */
export function neverCameAfterAll(
  state: EndedPayment,
  { attemptNumber, receipts, at: foundAt }: ReportedOf,
): Contradicted {
  const last = lastWord(state, attemptNumber);
  // A word of before did not say which receipts it was about: all. Behind a reversal it may be about that money alone.
  const isOfAll = last?.found === "never" && last.isOfReceipts !== true;
  if (isOfAll && !isOneReversed(state, attemptNumber)) return nothingNew();
  const denied = receipts.filter(({ isDenied }) => isDenied !== true);
  if (denied.length === 0) return nothingNew();
  return accepted(wordOf(state, { attemptNumber, found: "never", foundAt }, denied));
}

function isOneReversed({ receipts }: EndedPayment, attemptNumber: number): boolean {
  return receipts.some((one) => one.attemptNumber === attemptNumber && one.isReversed);
}

/** The provider shows another amount under a name than by its last word: of each amount it is news once, also that the first one is back. */
export function otherAmounts(
  state: EndedPayment,
  {
    attemptNumber,
    receipts,
    at: foundAt,
  }: Reported & { readonly receipts: readonly SeenReceipt[] },
): Contradicted {
  const counted = state.receipts.flatMap((one) => {
    if (one.attemptNumber !== attemptNumber || one.isReversed) return [];
    const { receiptReference, amountXof, shownXof: said = amountXof } = one;
    const ofName = receipts.filter((each) => each.receiptReference === receiptReference);
    const [shown] = ofName;
    // A name that is listed twice says nothing new for as long as the amount that is known is among them.
    if (shown === undefined || ofName.some((each) => each.amountXof === said)) return [];
    const { amountXof: shownXof } = shown;
    return [{ receiptReference, amountXof, ...(shownXof !== amountXof && { shownXof }) }];
  });
  if (counted.length === 0) return nothingNew();
  return accepted({
    type: "OutcomeContradicted",
    ...eventOf(state),
    attemptNumber,
    found: "arrived",
    counted,
    foundAt,
  });
}

/** The provider shows money that it had taken back. */
export function standsAfterAll(
  state: EndedPayment,
  { attemptNumber, at: foundAt }: Reported,
): Contradicted {
  return contradicted(besidesShown(state), { attemptNumber, found: "arrived", foundAt });
}

/** What is shown of other money by its name says nothing of what was taken back. */
function besidesShown(state: EndedPayment): EndedPayment {
  const { contradictions = [], ...others } = state;
  const words = contradictions.filter((one) => one.found === "never" || one.isOfReceipts !== true);
  return words.length === 0 ? others : { ...others, contradictions: words };
}

/** That it is taken back is known, which is news only where the provider has shown it again meanwhile. */
export function goneAgain(
  state: EndedPayment,
  { attemptNumber, at: foundAt }: Reported,
): Contradicted {
  return saidAgain(besidesShown(state), { attemptNumber, found: "never", foundAt });
}

/** Money that is known, which is news only where the provider has said meanwhile that it never came. */
export function cameAfterAll(
  state: EndedPayment,
  { attemptNumber, receipts, at: foundAt }: ReportedOf,
): Contradicted {
  const said = { attemptNumber, found: "arrived", foundAt } as const;
  const back = receipts.filter(({ isDenied }) => isDenied === true);
  if (back.length > 0) return accepted(wordOf(state, said, back));
  const last = lastWord(state, attemptNumber);
  return last?.isOfReceipts === true ? nothingNew() : saidAgain(state, said);
}

/** Whether its provider spoke against itself without a name: then a receipt that it does not show may be the one that it shows. */
export function isNameless({ contradictions = [] }: EndedPayment, attemptNumber: number): boolean {
  return contradictions.some(
    (one) => one.attemptNumber === attemptNumber && one.isOfReceipts !== true,
  );
}

function lastWord({ contradictions = [] }: EndedPayment, attemptNumber: number) {
  return contradictions.findLast((one) => one.attemptNumber === attemptNumber);
}

function wordOf(
  state: EndedPayment,
  said: Pick<Contradiction, "attemptNumber" | "found" | "foundAt">,
  receipts: readonly KnownReceipt[] = [],
): PaymentEvent {
  return { type: "OutcomeContradicted", ...eventOf(state), ...said, ...countedOf(receipts) };
}

/** How a word names the receipts that it is about. */
export function countedOf(receipts: readonly KnownReceipt[]) {
  if (receipts.length === 0) return {};
  const counted = receipts.map(({ receiptReference, amountXof }) => ({
    receiptReference,
    amountXof,
  }));
  return { counted };
}

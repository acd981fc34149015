import { type Decision, type Instant, outcomeContradictions } from "@sanu/kernel";
import type { InvoiceEvent } from "./events.ts";
import { type Contradiction, type EndedInvoice, eventOf } from "./state.ts";

type Contradicted = Decision<InvoiceEvent, never>;

/** An invoice is made once, by one attempt. */
const attemptNumber = 1;

const { contradicted, saidAgain } = outcomeContradictions(
  (state: EndedInvoice, said: Contradiction): InvoiceEvent => ({
    ...eventOf(state),
    type: "OutcomeContradicted",
    ...said,
  }),
);

/** The node says that sats which it had shown as ours never were. */
export function neverCameAfterAll(state: EndedInvoice, foundAt: Instant): Contradicted {
  return contradicted(state, { attemptNumber, found: "never", foundAt });
}

/** Sats that are known, which is news only where the node has said meanwhile that they never came. */
export function cameAfterAll(state: EndedInvoice, foundAt: Instant): Contradicted {
  return saidAgain(state, { attemptNumber, found: "arrived", foundAt });
}

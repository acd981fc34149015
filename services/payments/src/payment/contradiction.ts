import { type Decision, type Instant, outcomeContradictions } from "@sanu/kernel";
import type { PaymentEvent } from "./events.ts";
import { type Contradiction, type EndedPayment, eventOf } from "./state.ts";

type Contradicted = Decision<PaymentEvent, never>;

interface Reported {
  readonly attemptNumber: number;
  readonly at: Instant;
}

const { contradicted, saidAgain } = outcomeContradictions(
  (state: EndedPayment, said: Contradiction): PaymentEvent => ({
    type: "OutcomeContradicted",
    ...eventOf(state),
    ...said,
  }),
);

/** The provider says that what it had shown never came, and not that it took it back. */
export function neverCameAfterAll(
  state: EndedPayment,
  { attemptNumber, at: foundAt }: Reported,
): Contradicted {
  return contradicted(state, { attemptNumber, found: "never", foundAt });
}

/** The provider shows money that it had taken back. */
export function standsAfterAll(
  state: EndedPayment,
  { attemptNumber, at: foundAt }: Reported,
): Contradicted {
  return contradicted(state, { attemptNumber, found: "arrived", foundAt });
}

/** That it is taken back is known, which is news only where the provider has shown it again meanwhile. */
export function goneAgain(
  state: EndedPayment,
  { attemptNumber, at: foundAt }: Reported,
): Contradicted {
  return saidAgain(state, { attemptNumber, found: "never", foundAt });
}

/** Money that is known, which is news only where the provider has said meanwhile that it never came. */
export function cameAfterAll(
  state: EndedPayment,
  { attemptNumber, at: foundAt }: Reported,
): Contradicted {
  return saidAgain(state, { attemptNumber, found: "arrived", foundAt });
}

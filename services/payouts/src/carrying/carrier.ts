import type { CallingStep, RetryRule } from "@sanu/attempts";
import type { Attempt, AttemptsWorkerOptions } from "@sanu/platform";
import type { PayoutReport } from "./payout-report.ts";

/** How attempts of one kind are carried out on their rail. What a rail does is a report, never an exception. */
export interface Carrier {
  readonly kind: Attempt["kind"];
  readonly retryRule: RetryRule;
  readonly prepare: AttemptsWorkerOptions<PayoutReport>["prepare"];
  /** Carries out one step; says `beforeCall()` right before a call that can move money. */
  readonly perform: (
    attempt: Attempt,
    step: Exclude<CallingStep, "cancel" | "withdraw">,
    beforeCall: () => void,
  ) => Promise<PayoutReport>;
  readonly reportOfTakenKey: () => PayoutReport;
}

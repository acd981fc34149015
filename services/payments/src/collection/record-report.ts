import { type AttemptLimits, attemptAfter } from "@sanu/attempts";
import type { Clock, PaymentId } from "@sanu/kernel";
import {
  type Attempt,
  type AttemptUpdate,
  commitWithAttempt,
  type Statement,
  updateAttempt,
} from "@sanu/platform";
import { keepLink } from "../database/payment-link.ts";
import { payment } from "../payment/decide.ts";
import { isOpen, type Payment } from "../payment/state.ts";
import type { CollectionReport } from "./collection-report.ts";
import type { CollectionDeps } from "./deps.ts";
import { endExpiry } from "./expiry-timer.ts";

/**
 * Commits what a step brought: the payment's events, the attempt's new state, the provider's page, and the
 * end of the expiry, all or nothing. Nothing is written by who has
 * lost the attempt's lease: that throws `AttemptLostError`.
 */
export async function recordReport(
  deps: CollectionDeps,
  attempt: Attempt,
  report: CollectionReport,
  limits: AttemptLimits,
): Promise<void> {
  const { database, store, logger, clock } = deps;
  const update = updateAttempt(attempt, updateOf(attempt, report, limits));
  const { command, paymentUrl } = report;
  if (command === undefined) {
    await database.query(update);
    return;
  }
  const writesFor = (state: Payment) => [update, ...linkWrites(clock, state, paymentUrl)];
  await commitWithAttempt({
    database,
    store,
    decider: payment,
    attempt,
    command,
    writes: (_events, state) => [...writesFor(state), ...endWrites(state)],
    writesWithoutNews: writesFor,
    onRefused: (code) => warn(logger, attempt, code),
  });
}

function updateOf(
  attempt: Attempt,
  report: CollectionReport,
  limits: AttemptLimits,
): AttemptUpdate {
  const { providerReference, notCalled } = report;
  return { ...attemptAfter(attempt, report.attempt, limits), providerReference, notCalled };
}

/** The provider's page, where it became known. */
export function linkWrites(
  clock: Clock,
  state: Payment,
  paymentUrl: string | null,
): readonly Statement[] {
  if (paymentUrl === null || state.status === "none") return [];
  const { paymentId, accountId } = state;
  return [keepLink({ paymentId, accountId, paymentUrl, at: clock.now() })];
}

/** Once a payment has ended its expiry means nothing. */
export function endWrites(state: Payment): readonly Statement[] {
  return state.status === "none" || isOpen(state) ? [] : [endExpiry(state.paymentId)];
}

/** The provider contradicts its own earlier word, or knows an order that nobody made. */
function warn(logger: CollectionDeps["logger"], { subjectId }: Attempt, code: string): void {
  const paymentId = subjectId as PaymentId;
  logger.warn({ paymentId, code }, "a payment refuses what its provider says");
}

import type { CallingStep } from "@sanu/attempts";
import { attemptKey } from "@sanu/attempts";
import { fold, unreachable } from "@sanu/kernel";
import { type Attempt, findAttempt } from "@sanu/platform";
import { refund } from "../refund/decide.ts";
import type { OrderedRefund } from "../refund/state.ts";
import type { RefundingDeps } from "./deps.ts";
import { callReport, delayedReport, type RefundReport, statusReport } from "./refund-report.ts";

/** Carries out one step of a refund. What the provider does is a report, never an exception. */
export async function performStep(
  deps: RefundingDeps,
  attempt: Attempt,
  step: CallingStep,
  beforeCall: () => void,
): Promise<RefundReport> {
  switch (step) {
    case "call":
    case "resend": {
      const order = await loadRefund(deps, attempt);
      const providerReference = await findCollection(deps, order);
      if (providerReference === null) return delayedReport(step, "collection-unknown");
      beforeCall();
      const { amountXof } = order;
      const key = attempt.attemptId;
      return callReport(step, await deps.rail.refund({ key, providerReference, amountXof }));
    }
    case "check-status":
      return statusReport(await deps.rail.refundStatus({ key: attempt.attemptId }));
    case "cancel":
    case "withdraw":
      throw new Error("Nobody takes back a refund");
    default:
      return unreachable(step);
  }
}

/**
 * The provider's name of the collection whose money goes back. A callback can have ended the collection before
 * any answer named it; then the provider is asked.
 */
async function findCollection(
  { database, rail }: RefundingDeps,
  { paymentId }: OrderedRefund,
): Promise<string | null> {
  const key = attemptKey("collection", paymentId, 1);
  const collection = await findAttempt(database, key);
  if (collection === undefined) return null;
  const { providerReference } = collection;
  if (providerReference !== null) return providerReference;
  const status = await rail.status({ key, providerReference });
  return "providerReference" in status ? status.providerReference : null;
}

/** The refund behind an attempt. Throws where the log knows none: an attempt commits with its order. */
async function loadRefund({ store }: RefundingDeps, attempt: Attempt): Promise<OrderedRefund> {
  const { events } = await store.load(attempt.subjectId);
  const state = fold(refund, events);
  if (state.status === "none") throw new Error(`Attempt ${attempt.attemptId} has no refund`);
  return state;
}

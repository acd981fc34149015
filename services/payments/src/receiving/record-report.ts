import { type AttemptLimits, attemptAfter, attemptKey } from "@sanu/attempts";
import {
  type Attempt,
  type AttemptsWorker,
  commitWithAttempt,
  contextOfAttempt,
  insertAttempt,
  requestCancel,
  type Statement,
  updateAttempt,
} from "@sanu/platform";
import { keepInvoice } from "../database/payment-link.ts";
import { invoice } from "../invoice/decide.ts";
import type { InvoiceEvent } from "../invoice/events.ts";
import { type Invoice, isOpenInvoice } from "../invoice/state.ts";
import type { ReceivingDeps } from "./deps.ts";
import { endInvoiceExpiry } from "./invoice-expiry.ts";
import type { ReceivingReport } from "./receiving-report.ts";

type Worker = Pick<AttemptsWorker, "owner" | "leaseMs" | "runNow" | "wake">;

/**
 * Commits what a step brought, all or nothing: the invoice's events, the attempt's new state, the invoice's
 * text, and what follows: the attempt to capture, or the wish to cancel. Nothing is written by who has
 * lost the attempt's lease: that throws `AttemptLostError`.
 */
export async function recordReport(
  deps: ReceivingDeps,
  heard: { readonly attempt: Attempt; readonly report: ReceivingReport },
  { worker, limits }: { readonly worker: Worker; readonly limits: AttemptLimits },
): Promise<void> {
  const { database, store, logger } = deps;
  const { attempt, report } = heard;
  const change = attemptAfter(attempt, report.attempt, limits);
  const update = updateAttempt(attempt, { ...change, notCalled: report.notCalled });
  if (report.command === undefined) {
    await database.query(update);
    return;
  }
  const textOf = (state: Invoice) => textWrites(deps, state, report.invoiceText);
  const capture = captureAttempt(deps, attempt, worker);
  const events = await commitWithAttempt({
    database,
    store,
    decider: invoice,
    attempt,
    command: report.command,
    writes: (appended, state) =>
      isWanted(appended, "CaptureRequested")
        ? [heldForGood(attempt), ...textOf(state), capture.statement]
        : [update, ...textOf(state), ...releaseWrites(attempt, appended), ...endWrites(state)],
    writesWithoutNews: (state) => [update, ...textOf(state)],
    onRefused: (code) =>
      logger.warn({ paymentId: attempt.subjectId, code }, "an invoice refuses what its node says"),
  });
  if (isWanted(events, "CaptureRequested")) worker.runNow(capture.attempt);
  if (isWanted(events, "ReleaseRequested")) worker.wake();
}

function isWanted(events: readonly InvoiceEvent[], type: InvoiceEvent["type"]): boolean {
  return events.some((event) => event.type === type);
}

/** The invoice has done its work; what is asked about from here on is the capture. */
function heldForGood(attempt: Attempt): Statement {
  const { statusChecks } = attempt;
  return updateAttempt(attempt, {
    state: "settled",
    nextInMs: null,
    statusChecks,
    lastError: null,
  });
}

/** Committed before the call it stands for, like every attempt. */
function captureAttempt({ clock }: ReceivingDeps, attempt: Attempt, worker: Worker) {
  const { subjectId } = attempt;
  return insertAttempt({
    order: {
      attemptId: attemptKey("capture", subjectId, 1),
      subjectId,
      attemptNumber: 1,
      kind: "capture",
    },
    context: contextOfAttempt(attempt),
    needsPreparation: false,
    leasedBy: worker.owner,
    leaseMs: worker.leaseMs,
    clock,
  });
}

function releaseWrites(
  { subjectId }: Attempt,
  events: readonly InvoiceEvent[],
): readonly Statement[] {
  return isWanted(events, "ReleaseRequested") ? [requestCancel(subjectId, "invoice")] : [];
}

function textWrites(
  { clock }: ReceivingDeps,
  state: Invoice,
  invoiceText: string | null,
): readonly Statement[] {
  if (invoiceText === null || state.status === "none") return [];
  const { paymentId, accountId } = state;
  return [keepInvoice({ paymentId, accountId, invoice: invoiceText, at: clock.now() })];
}

function endWrites(state: Invoice): readonly Statement[] {
  return state.status === "none" || isOpenInvoice(state) ? [] : [endInvoiceExpiry(state.paymentId)];
}

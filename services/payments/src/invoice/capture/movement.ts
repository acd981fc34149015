import { type AttemptReport, attemptKey, delayed, reportOfCall } from "@sanu/attempts";
import {
  type MoneyMovement,
  type MovementCall,
  requestStatusCheck,
  type Statement,
} from "@sanu/platform";
import type { HeldInvoice, ReceiveStatus } from "@sanu/rails";
import type { InvoiceCommand } from "../commands.ts";
import type { InvoiceDeps } from "../deps.ts";
import type { InvoiceEvent } from "../events.ts";
import { endExpiry } from "../expiry.ts";
import { invoiceLimits } from "../movement.ts";
import { closed, reportOfCapture } from "../report.ts";
import { type Invoice, isOpenInvoice, type OrderedInvoice } from "../state.ts";

/** Takes the sats that a node holds for an invoice, or lets them go where it is too late to take them. */
export function captureMovement(
  deps: InvoiceDeps,
): MoneyMovement<Invoice, InvoiceCommand, InvoiceEvent> {
  const { rail, clock } = deps;
  return {
    kind: "capture",
    provider: rail.provider,
    retryRule: rail.retryRule,
    limits: invoiceLimits,
    call: (call) => capture(deps, call),
    checkStatus: async ({ recall }) =>
      reportOfCapture(await rail.status((await recall()).paymentHash), clock.now()),
    cancel: async ({ recall }) =>
      reportOfCapture(await rail.cancel((await recall()).paymentHash), clock.now()),
    writes: ({ events, state }) =>
      events.length > 0 ? [...endExpiry(state), ...checkOfVerdict(state)] : [],
    followUp: (_attempt, events) =>
      events.some(({ type }) => type === "ReleaseRequested") ? { kind: "cancel" } : undefined,
  };
}

/** A capture is never called behind a verdict, so whoever made the invoice sees to it that its sats are where that says. */
function checkOfVerdict(state: OrderedInvoice): readonly Statement[] {
  if (isOpenInvoice(state) || state.verdict === null) return [];
  return [requestStatusCheck(attemptKey("invoice", state.paymentId, 1))];
}

/** However long ago the sats were seen as held: right before each call the node says how they are, and for how long. */
async function capture(
  deps: InvoiceDeps,
  call: MovementCall<Invoice>,
): Promise<AttemptReport<InvoiceCommand>> {
  const { step, recall, beforeCall } = call;
  const { rail, clock, secretOf } = deps;
  const { paymentId, paymentHash } = await recall();
  const status = await rail.status(paymentHash);
  if (status.kind !== "held") return withoutCall(deps, call, status);
  if (isTooLate(deps, status)) {
    const command = { kind: "let-go", at: clock.now() } as const;
    return { step, kind: "unknown", code: "too-few-blocks", command };
  }
  const secret = secretOf(paymentId, paymentHash);
  // Without its preimage we can take nothing.
  if (secret.paymentHash !== paymentHash) return delayed(step, keyHasChanged(deps));
  beforeCall();
  const outcome = await rail.capture(secret.preimage);
  const at = clock.now();
  return reportOfCall(step, outcome, {
    accepted: (captured) => reportOfCapture(captured, at),
    // It went back to its payer.
    rejected: () => closed("expired", at),
  });
}

/** What is not held cannot be taken: it is ours already, has gone back, or nobody knows. */
function withoutCall(
  { clock }: InvoiceDeps,
  { step }: MovementCall<Invoice>,
  status: Exclude<ReceiveStatus, HeldInvoice>,
): AttemptReport<InvoiceCommand> {
  const report = reportOfCapture(status, clock.now());
  if (report.command !== undefined) return { ...report, notCalled: true };
  return delayed(step, report.code ?? status.kind);
}

function isTooLate({ terms, logger }: InvoiceDeps, { blocksLeft }: HeldInvoice): boolean {
  if (blocksLeft >= terms.captureMarginBlocks) return false;
  logger.warn({ blocksLeft }, "sats that shall be taken go back: their payer could take them");
  return true;
}

function keyHasChanged({ logger }: InvoiceDeps): string {
  const code = "key-has-changed";
  logger.error({ code }, "sats that shall be taken cannot be: the key of invoices is another one");
  return code;
}

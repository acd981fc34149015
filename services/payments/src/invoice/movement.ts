import { attemptOrder, delayed, type FollowUp, reportOfCall, withheld } from "@sanu/attempts";
import { msBetween } from "@sanu/kernel";
import {
  type Attempt,
  contextOfAttempt,
  type MoneyMovement,
  type MovementCall,
  type MovementStep,
} from "@sanu/platform";
import type { InvoiceOrder as RailOrder, ReceiveStatus } from "@sanu/rails";
import { insertLink } from "../database/payment-link.ts";
import type { InvoiceCommand } from "./commands.ts";
import type { InvoiceDeps } from "./deps.ts";
import type { InvoiceEvent } from "./events.ts";
import { endExpiry } from "./expiry.ts";
import { closed, reportOfStatus } from "./report.ts";
import { requestChecks } from "./request-checks.ts";
import { type Invoice, isOpenInvoice, type OrderedInvoice } from "./state.ts";

export const invoiceLimits = {
  /** Nobody calls back when a payer pays, and held money does not wait for ever: each invoice is checked this often. */
  statusCheckMostMs: 2_000,
  /** Held money waits at most a minute for its checks: they are requested at an even pace. */
  notReadyMostMs: 1_000,
} as const;

/** Has an invoice made for the sats of a sale, sees it paid, and lets it go where nobody wants it. */
export function invoiceMovement(
  deps: InvoiceDeps,
): MoneyMovement<Invoice, InvoiceCommand, InvoiceEvent> {
  const { rail, clock, terms } = deps;
  return {
    kind: "invoice",
    provider: rail.provider,
    retryRule: rail.retryRule,
    limits: invoiceLimits,
    call: (call) => createInvoice(deps, call),
    async checkStatus({ attempt, load, beforeCall }) {
      const state = await load();
      const status = await readStatus(deps, state, beforeCall);
      const isHeld = status.kind === "held";
      const verdict =
        isHeld && isOpenInvoice(state)
          ? await requestChecks(deps, state, contextOfAttempt(attempt))
          : "unanswered";
      return reportOfStatus(status, { verdict, terms, at: clock.now() });
    },
    async cancel(step) {
      const status = await cancelInvoice(deps, step);
      return reportOfStatus(status, { verdict: "unanswered", terms, at: clock.now() });
    },
    withdraw: () => closed("expired", clock.now()),
    writes: ({ report: { paymentLink }, events, state }) => [
      ...(paymentLink ? [insertLink(state, { invoice: paymentLink }, clock.now())] : []),
      ...(events.length > 0 ? endExpiry(state) : []),
    ],
    followUp,
  };
}

/** Sats that shall be ours are captured by an attempt of its own; what shall not be is let go. */
function followUp({ subjectId }: Attempt, events: readonly InvoiceEvent[]): FollowUp | undefined {
  const has = (type: InvoiceEvent["type"]) => events.some((event) => event.type === type);
  if (has("CaptureRequested")) {
    return { kind: "attempt", order: attemptOrder("capture", subjectId, 1), beginInMs: null };
  }
  return has("ReleaseRequested") ? { kind: "cancel" } : undefined;
}

async function createInvoice(
  { rail, clock, terms }: InvoiceDeps,
  { step, load, beforeCall }: MovementCall<Invoice>,
) {
  const state = await load();
  if (!isOpenInvoice(state)) return withheld(step, "payment-ended");
  if (msBetween(clock.now(), state.expiresAt) <= 0) {
    return withheld(step, "order-expired", closed("expired", clock.now()));
  }
  // Nobody was called, so where it stays closed the order ends with its time, and nobody has to say what became of it.
  if (rail.isClosed?.() === true) return delayed(step, "node-closed");
  beforeCall();
  const outcome = await rail.createInvoice(railOrder(state));
  const at = clock.now();
  return reportOfCall(step, outcome, {
    accepted: ({ invoice }) =>
      reportOfStatus({ kind: "open", invoice }, { verdict: "unanswered", terms, at }),
    rejected: (reason) => closed(reason, at),
  });
}

/**
 * What a verdict says of these sats is carried out where the node can be asked again: by *never* nobody takes them any more, and
 * whoever paid, or still would, waits for nothing; by *arrived* their seller is paid, so that held ones are taken, however few
 * blocks are left.
 */
async function readStatus(
  deps: InvoiceDeps,
  state: OrderedInvoice,
  beforeCall: MovementStep<Invoice>["beforeCall"],
): Promise<ReceiveStatus> {
  const { rail } = deps;
  const status = await rail.status(state.paymentHash);
  const isHeld = status.kind === "held";
  if (state.status === "failed" && (isHeld || status.kind === "open")) {
    return rail.cancel(state.paymentHash);
  }
  return isHeld && !isOpenInvoice(state) ? takeByVerdict(deps, state, beforeCall) : status;
}

async function takeByVerdict(
  { rail, secretOf, logger }: InvoiceDeps,
  { paymentId, paymentHash }: OrderedInvoice,
  beforeCall: MovementStep<Invoice>["beforeCall"],
): Promise<ReceiveStatus> {
  const secret = secretOf(paymentId, paymentHash);
  if (secret.paymentHash !== paymentHash) {
    const code = "key-has-changed";
    logger.error({ paymentId, code }, "sats that a verdict says arrived cannot be taken");
    return { kind: "unknown", cause: "not-permitted" };
  }
  beforeCall();
  const outcome = await rail.capture(secret.preimage);
  switch (outcome.kind) {
    case "accepted":
      return outcome.value;
    case "rejected":
      return { kind: "cancelled" };
    case "unknown":
      return outcome;
  }
}

/**
 * What the node does not know could still reach it from a call whose response was lost. Made known and closed
 * at once, its hash is used up, and nobody has seen the text.
 */
async function cancelInvoice(
  { rail }: InvoiceDeps,
  { load, beforeCall }: MovementStep<Invoice>,
): Promise<ReceiveStatus> {
  const state = await load();
  const status = await rail.cancel(state.paymentHash);
  if (status.kind !== "not-found" || rail.retryRule !== "resend-same-key") return status;
  beforeCall();
  const made = await rail.createInvoice(railOrder(state));
  return made.kind === "accepted" ? rail.cancel(state.paymentHash) : status;
}

function railOrder({ paymentHash, amountSats, reference, expiresAt }: OrderedInvoice): RailOrder {
  return { paymentHash, amountSats, description: reference, expiresAt };
}

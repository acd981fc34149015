import {
  type AttemptReport,
  attemptOrder,
  type FollowUp,
  isFinal,
  notReady,
  reportOfCall,
  withheld,
} from "@sanu/attempts";
import { type Instant, msBetween } from "@sanu/kernel";
import {
  type Attempt,
  contextOfAttempt,
  fetchDestination,
  isOrdered,
  type MoneyMovement,
  type MovementCall,
  type Reported,
  type Statement,
} from "@sanu/platform";
import { type CollectionRail, type ConnectorChoice, collectionFailsOver } from "@sanu/rails";
import { storePayer } from "../database/payer-number.ts";
import { insertLink } from "../database/payment-link.ts";
import type { PaymentCommand } from "./commands.ts";
import type { PaymentDeps } from "./deps.ts";
import type { PaymentEvent } from "./events.ts";
import { endExpiry } from "./expiry.ts";
import { aboutStatus, failed, reportOfStatus } from "./report.ts";
import { isOpen, type OpenPayment, type Payment } from "./state.ts";

export const collectionLimits = {
  /**
   * Who pays takes his time, and the provider calls back as soon as he has: a status check is the net below that.
   * Checked as soon as other outcomes, orders that nobody pays cost as much as those that are paid.
   */
  statusCheckAcceptedFirstMs: 10_000,
  /**
   * Most providers do not say when money came, so the first look that sees it counts: what is paid within the window has to be seen
   * within its grace (`PAYMENT_GRACE_MS`, a minute), whatever became of the callback.
   */
  statusCheckWantedMostMs: 45_000,
  /** Of an order that nobody pays, at a provider that never says so: some live for a day. */
  statusCheckUnwantedMostMs: 3_600_000,
} as const;

/** Collects the XOF of a purchase from a mobile-money wallet. */
export function collectionMovement(
  deps: PaymentDeps,
): MoneyMovement<Payment, PaymentCommand, PaymentEvent> {
  const { rail, clock, graceMs } = deps;
  const { promptLifeMs } = rail;
  const aboutOf = (attempt: Attempt) =>
    aboutStatus(attempt, { promptLifeMs, graceMs }, clock.now());
  return {
    kind: "collection",
    provider: rail.provider,
    retryRule: rail.retryRule,
    limits: { ...collectionLimits, reversibleForMs: rail.reversibleForMs },
    call: (call) => initiate(deps, call),
    checkStatus: async ({ attempt }) =>
      reportOfStatus(await rail.status(queryOf(attempt)), aboutOf(attempt)),
    // Not every provider can cancel; then its own expiry ends the order, and we only check.
    async cancel({ attempt, load }) {
      const status = await (rail.cancel ?? rail.status)(queryOf(attempt));
      const about = aboutOf(attempt);
      const report = reportOfStatus(status, about);
      if (report.kind !== "not-found" || !about.isPromptOver || isOpen(await load())) return report;
      // The order has ended by other money, and by no case: whoever never had it is asked for late money alone.
      return { ...report, kind: "rejected" };
    },
    withdraw: () => ({ kind: "fail", reason: "expired", at: clock.now() }),
    writes: (reported) => writesBeside(reported, clock.now()),
    followUp,
  };
}

function followUp(attempt: Attempt, events: readonly PaymentEvent[]): FollowUp | undefined {
  // Money that came where the order had been refused ends it also where it went to since.
  if (isFinal(attempt) && endsPayment(events)) return { kind: "cancel" };
  const { subjectId } = attempt;
  const [rejected] = events.filter((event) => event.type === "PaymentAttemptRejected");
  if (rejected === undefined) return undefined;
  const { attemptNumber, next } = rejected;
  if (next.provider === null) throw new Error("Nobody follows where nobody fits");
  const order = attemptOrder("collection", subjectId, attemptNumber + 1);
  return { kind: "attempt", order, beginInMs: null, provider: next.provider };
}

const ends: ReadonlySet<PaymentEvent["type"]> = new Set([
  "PaymentCompleted",
  "PaymentFailed",
  "PaymentDiscrepancyFound",
]);

/** Nobody is to pay it a second time, wherever else it went meanwhile. */
export function endsPayment(events: readonly PaymentEvent[]): boolean {
  return events.some(({ type }) => ends.has(type));
}

/** Whoever read the attempt before its end was stored finds in the payment that it has another one by now. */
export function isOver(attempt: Attempt, state: Payment): boolean {
  return isFinal(attempt) || (isOrdered(state) && state.attemptNumber > attempt.attemptNumber);
}

/** The provider's page and who paid, where they became known, and the end of the expiry once the payment has ended. */
export function writesBeside(
  { report, events, state }: Reported<Payment, PaymentCommand, PaymentEvent>,
  at: Instant,
): readonly Statement[] {
  const { paymentLink, command } = report;
  const payerNumber = payerIn(events, command);
  return [
    ...(paymentLink ? [insertLink(state, { paymentUrl: paymentLink }, at)] : []),
    ...(payerNumber === undefined ? [] : [storePayer(state, payerNumber, at)]),
    ...(events.length > 0 ? endExpiry(state) : []),
  ];
}

/** Of the money that was ordered: what goes back is nobody's month. */
function payerIn(
  events: readonly PaymentEvent[],
  command: PaymentCommand | undefined,
): string | undefined {
  const completed = events.find((event) => event.type === "PaymentCompleted");
  if (completed === undefined || command?.kind !== "record-receipts") return undefined;
  const { receiptReference } = completed;
  return command.receipts.find((one) => one.receiptReference === receiptReference)?.payerNumber;
}

async function initiate(
  deps: PaymentDeps,
  { attempt, step, load, beforeCall }: MovementCall<Payment>,
): Promise<AttemptReport<PaymentCommand>> {
  const { rail, request, clock, graceMs, logger } = deps;
  const state = await load();
  if (!isOpen(state)) return withheld(step, "payment-ended");
  // Nobody is prompted for an order that is over; whether somebody was before, its status says.
  if (msBetween(clock.now(), state.expiresAt) <= 0) {
    return withheld(step, "order-expired", failed("expired", clock.now()));
  }
  const { transactionId, payerHmac, amountXof, channel, reference: description } = state;
  const wanted = { transactionId, leg: "payment", hmac: payerHmac } as const;
  const payer = await fetchDestination(request, wanted, contextOfAttempt(attempt));
  if (payer.kind === "unavailable") return notReady(step, "destination-unavailable");
  if (payer.kind === "changed") {
    // Somebody edited the number after the order: it is cancelled before anybody was asked for money.
    logger.error({ step }, "a payer's number is not the one that was ordered");
    return withheld(step, "destination-changed", failed("cancelled", clock.now()));
  }
  beforeCall();
  const order = {
    key: attempt.attemptId,
    amountXof,
    payerNumber: payer.text,
    channel,
    description,
  };
  const outcome = await rail.initiate(order);
  const next = await nextAfter(deps, { state, step, outcome });
  const at = clock.now();
  return reportOfCall(step, outcome, {
    accepted: (value) =>
      reportOfStatus(
        { kind: "pending", ...value },
        aboutStatus(attempt, { promptLifeMs: rail.promptLifeMs, graceMs }, at),
      ),
    rejected: (reason) => ({
      ...failed(reason, at),
      attemptNumber: attempt.attemptNumber,
      next,
    }),
  });
}

/** Whom to ask next, where the provider said at once, and for a reason of its own, that it does not take the order. */
async function nextAfter(
  { rail: { provider }, connectors }: PaymentDeps,
  of: {
    readonly state: OpenPayment;
    readonly step: MovementCall<Payment>["step"];
    readonly outcome: Awaited<ReturnType<CollectionRail["initiate"]>>;
  },
): Promise<ConnectorChoice | undefined> {
  const { state, step, outcome } = of;
  if (step !== "call" || outcome.kind !== "rejected") return undefined;
  const refusedAt = outcome.takenAs === undefined ? "call" : "status";
  if (!collectionFailsOver(outcome.reason, refusedAt)) return undefined;
  const { channel, amountXof, payerHmac: numberHmac, asked } = state;
  const refusedBy = [...asked, provider];
  return connectors.choose({ channel, amountXof, numberHmac, refusedBy });
}

function queryOf({ attemptId, providerReference }: Attempt) {
  return { key: attemptId, providerReference };
}

import {
  type AttemptReport,
  abandoned,
  delayed,
  heldByEarlier,
  notReady,
  rejected,
  waiting,
} from "@sanu/attempts";
import type { PayoutFailureReason } from "@sanu/contracts";
import { msBetween } from "@sanu/kernel";
import {
  type Attempt,
  contextOfAttempt,
  type MovementStep,
  type Ordered,
  type Preparation,
} from "@sanu/platform";
import type { PreparedSend, SendFailure } from "@sanu/rails";
import type { PayoutCommand } from "../commands.ts";
import { earlierArrival } from "../contradiction.ts";
import { withheldByHold } from "../report.ts";
import { isHeld, type Payout } from "../state.ts";
import type { SatsTransfer } from "../transfer.ts";
import { AWAITS_BATCH, awaitsBatch, batchLimits } from "./batch/await-batch.ts";
import type { SendDeps } from "./deps.ts";
import { areOver } from "./earlier-sends.ts";
import { feeLimitOf } from "./fee-limit.ts";
import { fetchReceiver } from "./fetch-receiver.ts";
import { nextOf, withNext } from "./next-node.ts";
import { type Replacement, replacementOf } from "./replacement.ts";
import { rejectedSend } from "./report.ts";

type Prepared = Preparation<AttemptReport<PayoutCommand>>;

const prepareLimits = {
  /** So often in vain, seconds apart, before a receiver's server is given up. */
  invoiceTriesMin: 3,
} as const;

/** Our own reasons why nothing is prepared yet. */
const ourHolds = [
  "cannot-replace",
  "destination-unavailable",
  "earlier-attempt-open",
  "provider-disabled",
  "receiver-has-too-many",
] as const;
type OurHold = (typeof ourHolds)[number];

/**
 * Fetches the receiver and what the rail needs to pay it: the invoice, or the signed transaction. It moves
 * nothing; what it returns is stored before the send.
 */
export async function prepareSend(deps: SendDeps, step: MovementStep<Payout>): Promise<Prepared> {
  const { attempt, load } = step;
  const { records, terms, rail, nodes, clock } = deps;
  const state = await load();
  // Nothing can be prepared any more where its invoice is paid, or its coins are spent.
  const over = heldByEarlier("prepare", earlierArrival(state), () =>
    rejected("no-route", { attempt, terms, at: clock.now() }),
  );
  if (over !== undefined) return reported(over);
  const earlier = await records.earlierThan(attempt, state.order);
  const replacement = replacementOf(earlier, rail.provider);
  const isSpent = replacement.kind !== "first" && attempt.attemptNumber > terms.attemptsMax;
  if (replacement.kind === "impossible" || isSpent) return held("cannot-replace");
  const isFirst = replacement.kind === "first";
  if (isFirst && isHeld(state)) {
    if (!(await areOver(deps, earlier))) return held("earlier-attempt-open");
    return reported(withheldByHold("prepare", { attempt, at: clock.now() }));
  }
  if (isFirst && !nodes.isEnabled(rail.provider)) return fromDisabled(deps, step);
  const { batch } = terms;
  // A batch replaces nothing that was signed before, and asks about nothing that was sent before.
  const isAlone = earlier.length > 0;
  if (!isAlone && awaitsBatch(attempt, transferOf(state), rail, batch)) {
    return reported(waiting(AWAITS_BATCH, batch.waitMs + batchLimits.netMs));
  }
  const prepared = await prepareAt(deps, step, { state, replacement });
  // What was thought to have failed may have come alive meanwhile: then this one is too much.
  if (!(await areOver(deps, earlier))) return held("earlier-attempt-open");
  if (prepared.kind === "prepared") return admitted(deps, step, { state, prepared, replacement });
  // A refund would be the second payment, should what was signed get into a block.
  const isRefused = prepared.report.kind === "rejected";
  return isRefused && replacement.kind === "replacing" ? held("cannot-replace") : prepared;
}

interface Under {
  readonly state: Ordered<Payout>;
  readonly replacement: Replacement;
}

type Offer = Extract<Prepared, { readonly kind: "report" }> | ({ kind: "prepared" } & PreparedSend);

async function prepareAt(
  deps: SendDeps,
  { attempt, beforeCall }: MovementStep<Payout>,
  { state, replacement }: Under,
): Promise<Offer> {
  const { rail, terms, clock, logger } = deps;
  const { payoutId, transactionId } = state.order;
  const transfer = transferOf(state);
  const fail = (reason: PayoutFailureReason | SendFailure) =>
    reported(abandoned(reason, rejectedSend(reason, { attempt, terms, at: clock.now() })));
  const feeLimitSats = feeLimitOf(transfer, terms);
  // No way is free: what may cost nothing goes nowhere.
  if (feeLimitSats < 1n) return fail("no-route");
  const fetched = await fetchReceiver(deps, { transactionId, transfer }, contextOfAttempt(attempt));
  switch (fetched.kind) {
    case "unavailable":
      return held("destination-unavailable");
    case "changed":
      logger.error({ payoutId }, "a receiver is not the one that was ordered; nothing is sent");
      return fail("destination-changed");
    case "unusable":
      return fail("destination-unusable");
    case "receiver": {
      const { amountSats } = transfer;
      const replaces = replacement.kind === "replacing" ? { replaces: replacement.signed } : {};
      const order = { key: attempt.attemptId, destination: fetched.receiver, amountSats };
      // Who stood still would free the coins of what another one has stored meanwhile.
      beforeCall();
      const outcome = await rail.prepare({ ...order, feeLimitSats, ...replaces });
      if (outcome.kind === "accepted") return { kind: "prepared", ...outcome.value };
      if (outcome.kind === "unknown") {
        // Who is paid would choose for as long as she likes whether the price of then is still good enough.
        const isOver = outcome.isOfReceiver === true && isWaitOver(attempt, terms.invoiceWaitMs);
        return isOver ? fail("refused-by-receiver") : reported(delayed("prepare", outcome.cause));
      }
      const refused = fail(outcome.reason).report;
      return reported(await withNext(deps, refused, { state, reason: outcome.reason }));
    }
  }
}

/** Who never ends what we send him gets no more of it for a while, and others do. */
async function admitted(
  { records, terms, clock, logger }: SendDeps,
  { attempt }: MovementStep<Payout>,
  of: Under & { readonly prepared: PreparedSend },
): Promise<Prepared> {
  const { payoutId } = of.state.order;
  const { naturalKey, payload } = of.prepared;
  if (await records.admit(payoutId, of.prepared)) return { kind: "prepared", naturalKey, payload };
  const code = "receiver-has-too-many";
  const isInTime = isWithin(attempt, terms.placeWaitMs);
  // What was signed could still get into a block: a refund would be the second payment.
  if (isInTime || of.replacement.kind === "replacing") return held(code);
  logger.warn({ payoutId }, "a receiver has too many sends that do not end; this one is refused");
  const about = { attempt, terms, at: clock.now() };
  return reported(abandoned(code, rejectedSend("refused-by-receiver", about)));
}

/** Also behind an outage of ours, or a halt, in which nobody asked, it is asked more than once. */
function isWaitOver(attempt: Attempt, waitMs: number): boolean {
  const { statusChecks, lastError } = attempt;
  const wasAsked = !ourHolds.some((code) => code === lastError);
  return wasAsked && statusChecks >= prepareLimits.invoiceTriesMin && !isWithin(attempt, waitMs);
}

function isWithin({ createdAt, claimedAt }: Attempt, waitMs: number): boolean {
  return msBetween(createdAt, claimedAt) < waitMs;
}

/** The staff stops what was not begun: another one sends it, or it waits. */
async function fromDisabled(
  deps: SendDeps,
  { attempt, recall }: MovementStep<Payout>,
): Promise<Prepared> {
  const { terms, clock } = deps;
  const code = "provider-disabled";
  const isLast = attempt.attemptNumber >= terms.attemptsMax;
  const next = isLast ? undefined : await nextOf(deps, await recall());
  if (next === undefined) return held(code);
  const command = rejectedSend("no-route", { attempt, terms, at: clock.now() });
  return reported(abandoned(code, { ...command, next }));
}

function held(code: OurHold) {
  return reported(notReady("prepare", code));
}

function reported(report: AttemptReport<PayoutCommand>) {
  return { kind: "report", report } as const;
}

/** Throws where the payout is not of sats: its attempt is of another kind. */
export function transferOf({ order }: Ordered<Payout>): SatsTransfer {
  if (order.transfer.kind !== "disbursement") return order.transfer;
  throw new Error(`${order.payoutId} sends no sats`);
}

import {
  type AttemptLimits,
  abandoned,
  heldByEarlier,
  isFinal,
  KEY_LOST,
  notReady,
  onceOthersAreOver,
  rejected,
  reportOfCall,
} from "@sanu/attempts";
import type { Attempt, MoneyMovement, MovementCall, MovementStep, Ordered } from "@sanu/platform";
import type { SendStatus } from "@sanu/rails";
import type { PayoutCommand } from "../commands.ts";
import { earlierArrival } from "../contradiction.ts";
import type { PayoutEvent } from "../events.ts";
import { followUp, withheldByHold } from "../report.ts";
import { isHeld, type Payout } from "../state.ts";
import { believedStatus } from "./believed-status.ts";
import type { SendDeps } from "./deps.ts";
import { areOver, isEarlierOpen } from "./earlier-sends.ts";
import { feeLimitOf } from "./fee-limit.ts";
import { hastenLimits, isHastenDue } from "./hasten.ts";
import { withNext } from "./next-node.ts";
import { prepareSend, transferOf } from "./prepare.ts";
import { batchOf, isBatched, isSigned } from "./replacement.ts";
import { rejectedSend, reportOfStatus } from "./report.ts";

/** Sends sats, paid out or refunded: it prepares, stores, sends, and checks the status under the natural key. */
export function sendMovement(deps: SendDeps): MoneyMovement<Payout, PayoutCommand, PayoutEvent> {
  const { rail, terms, clock } = deps;
  return {
    kind: "send",
    provider: rail.provider,
    retryRule: rail.retryRule,
    limitsOf: (attempt) => limitsOf(attempt, terms),
    prepare: (step) => prepareSend(deps, step),
    togetherBy: batchOf,
    // The same invoice is under way for another payout: paying it for this one too would pay it once for both.
    reportOfUsedKey(attempt) {
      const reason = "destination-unusable";
      return abandoned(reason, rejected(reason, { attempt, terms, at: clock.now() }));
    },
    call: (call) => send(deps, call),
    checkStatus: (step) => checkStatus(deps, step),
    followUp: (attempt, events) => followUp(attempt, events, terms),
  };
}

function limitsOf(
  { naturalKey, state, lastError, callError }: Attempt,
  { unconfirmedMs, unknownMs }: SendDeps["terms"],
): Partial<AttemptLimits> {
  if (isSigned(naturalKey)) {
    // What the node has and no block yet is not unknown; what it has lost again is.
    if (state === "accepted" && lastError !== "not-found") {
      return { reviewAfterMs: unconfirmedMs, statusCheckMostMs: hastenLimits.statusCheckMostMs };
    }
    if (!isBatched(naturalKey)) return {};
  }
  // An invoice that has ended meanwhile can be sent no more, nor a batch that no node takes, and no outage of ours is waited for.
  return callError === "rejected-when-resent" ? { reviewRecoverableAfterMs: unknownMs } : {};
}

async function checkStatus(deps: SendDeps, step: MovementStep<Payout>) {
  const { rail, terms, clock } = deps;
  const { attempt, load } = step;
  // Which invoice or transaction it was is lost with the call: no node can be asked, and nothing is sent.
  if (attempt.isMaybeSent && attempt.naturalKey === null) {
    return { step: "check-status", kind: "unknown", code: KEY_LOST } as const;
  }
  const said = await rail.status(naturalKeyOf(attempt), attempt.payload);
  const status = isFinal(attempt)
    ? await ownStatus(deps, attempt, said)
    : await believedStatus(deps, attempt, said);
  if (status.kind === "in-flight" && isHastenDue(attempt)) await hasten(deps, step);
  const report = reportOfStatus(status, { attempt, terms, at: clock.now() });
  if (status.kind !== "failed" || isSigned(attempt.naturalKey)) return report;
  const state = await load();
  const refused = await withNext(deps, report, { state, reason: status.reason });
  return onceOthersAreOver(refused, attempt, earlierThan(deps, attempt, state));
}

/** Behind its end. An invoice that was given is tried again by other attempts: what they have paid is theirs. */
async function ownStatus(
  { records }: SendDeps,
  attempt: Attempt,
  said: SendStatus,
): Promise<SendStatus> {
  const isAsked = attempt.state === "rejected" && said.kind === "settled";
  if (!isAsked || !(await records.isTriedAgain(attempt))) return said;
  return { kind: "failed", reason: "no-route" };
}

/** Its child is our own matter: whatever becomes of it, the transaction is what it was. */
async function hasten(
  { rail, terms }: SendDeps,
  { attempt, recall, beforeCall }: MovementStep<Payout>,
): Promise<void> {
  const transfer = transferOf(await recall());
  const feeLimitSats = feeLimitOf(transfer, terms);
  beforeCall();
  const prepared = preparedOf(attempt);
  await rail.hasten?.({ prepared, amountSats: transfer.amountSats, feeLimitSats });
}

async function send(deps: SendDeps, { attempt, step, load, beforeCall }: MovementCall<Payout>) {
  const { rail, terms, clock } = deps;
  const state = await load();
  const transfer = transferOf(state);
  const about = { attempt, terms, at: clock.now() };
  const over = heldByEarlier(step, earlierArrival(state), () => rejected("no-route", about));
  if (over !== undefined) return over;
  // What was signed can get into a block whether it is sent again or not.
  if (isHeld(state) && !isSigned(attempt.naturalKey)) {
    const earlier = await deps.records.earlierThan(attempt, state.order);
    return (await areOver(deps, earlier))
      ? withheldByHold(step, about)
      : notReady(step, "earlier-attempt-open");
  }
  beforeCall();
  const outcome = await rail.send({
    prepared: preparedOf(attempt),
    amountSats: transfer.amountSats,
    feeLimitSats: feeLimitOf(transfer, terms),
  });
  const then = { ...about, at: clock.now() };
  const isOnChain = isSigned(attempt.naturalKey);
  const report = reportOfCall(step, outcome, {
    accepted: (status) => reportOfStatus(status, then),
    rejected: (reason) => rejectedSend(reason, isOnChain ? followed(then) : then),
  });
  if (outcome.kind !== "rejected" || isOnChain) return report;
  const refused = await withNext(deps, report, { state, reason: outcome.reason });
  return onceOthersAreOver(refused, attempt, earlierThan(deps, attempt, state));
}

function earlierThan(deps: SendDeps, attempt: Attempt, state: Ordered<Payout>) {
  return {
    arrival: earlierArrival(state),
    isOpen: () => isEarlierOpen(deps, attempt, state),
  };
}

/** What was signed never fails for good by a node's refusal: another attempt takes its place, or a person looks. */
function followed<About extends { readonly attempt: Attempt; readonly terms: SendDeps["terms"] }>(
  about: About,
): About {
  const attemptsMax = about.attempt.attemptNumber + 1;
  return { ...about, terms: { ...about.terms, attemptsMax } };
}

/** What was stored before the call; without it nobody may send. */
function preparedOf(attempt: Attempt) {
  const { attemptId, payload } = attempt;
  if (payload === null) throw new Error(`${attemptId} is not prepared`);
  return { naturalKey: naturalKeyOf(attempt), payload };
}

/** By what the rail is asked, also behind the end, when the rest of what was prepared is deleted. */
function naturalKeyOf({ attemptId, naturalKey }: Attempt): string {
  if (naturalKey === null) throw new Error(`${attemptId} is not prepared`);
  return naturalKey;
}

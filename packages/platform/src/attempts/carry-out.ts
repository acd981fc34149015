import type { CallingStep, NextStep } from "@sanu/attempts";
import { steadyNowMs, unreachable } from "@sanu/kernel";
import { brokenConstraint } from "../database/errors.ts";
import type { Database, Statement } from "../database/open-database.ts";
import type { Attempt } from "./attempt.ts";
import { inStepSpan } from "./attempt-spans.ts";
import { executorLimits } from "./limits.ts";
import { isAttemptLost } from "./lost-attempt.ts";
import { attemptsNaturalKeyConstraint } from "./tables.ts";
import type { AttemptsWorkerOptions } from "./worker-options.ts";
import { markCalled, markNotCalled, markPrepared, releaseAttempt } from "./write-attempt.ts";

/** Its holder may not make the call any more; nothing has left this process. */
class CallForbiddenError extends Error {
  override readonly name = "CallForbiddenError";
}

type CarryOutOptions<Report> = AttemptsWorkerOptions<Report> & {
  readonly leaseMs: number;
};

/** `isFresh`: the row says that the call may have been made, but this process has held it ever since and made none. */
export function carryOut<Report>(
  options: CarryOutOptions<Report>,
): (attempt: Attempt, isFresh: boolean) => Promise<void> {
  return async (attempt, isFresh) => {
    try {
      await performNextStep(options, attempt, isFresh);
    } catch (error) {
      // Somebody else holds the attempt now, and checks the status before anything else: nothing is lost.
      if (!isAttemptLost(error)) throw error;
      options.onLost(attempt);
    }
  };
}

async function performNextStep<Report>(
  options: CarryOutOptions<Report>,
  attempt: Attempt,
  isFresh: boolean,
): Promise<void> {
  const { database } = options;
  const step = options.nextStep(attempt, attempt.claimedAt);
  switch (step.kind) {
    case "rest":
      await database.query(releaseAttempt(attempt, null));
      return;
    case "wait-until":
      await database.query(releaseAttempt(attempt, step.at));
      return;
    default:
      return inStepSpan(options.tracer, attempt, step.kind, (traced) =>
        performStep(options, traced, { step, isFresh }),
      );
  }
}

async function performStep<Report>(
  options: CarryOutOptions<Report>,
  attempt: Attempt,
  {
    step,
    isFresh,
  }: {
    readonly step: Exclude<NextStep, { readonly kind: "rest" | "wait-until" }>;
    readonly isFresh: boolean;
  },
): Promise<void> {
  switch (step.kind) {
    case "give-to-review":
      return options.onReview(attempt);
    case "prepare":
      return prepareAndCall(options, attempt);
    case "call":
    case "resend":
      return report(options, isFresh ? attempt : await marked(options, attempt), step.kind);
    case "check-status":
    case "cancel":
    case "withdraw":
      return report(options, attempt, step.kind);
    default:
      return unreachable(step);
  }
}

/** Written down as called before it is, with its lease renewed. */
async function marked<Report>(
  { database, leaseMs }: CarryOutOptions<Report>,
  attempt: Attempt,
): Promise<Attempt> {
  const heldFromMs = steadyNowMs();
  await writeTogether(database, attempt, markCalled(attempt, leaseMs));
  return { ...attempt, heldFromMs };
}

/** What was prepared is stored before the call, because only its key can tell later whether it went out. */
async function prepareAndCall<Report>(
  options: CarryOutOptions<Report>,
  attempt: Attempt,
): Promise<void> {
  const preparation = await prepared(options, attempt);
  if (preparation === undefined) return;
  if (preparation.kind === "report") return options.onReport(attempt, preparation.report);
  const { naturalKey, payload } = preparation;
  const heldFromMs = steadyNowMs();
  try {
    await writeTogether(
      options.database,
      attempt,
      markPrepared(attempt, preparation, options.leaseMs),
    );
  } catch (error) {
    if (brokenConstraint(error) !== attemptsNaturalKeyConstraint) throw error;
    return options.onReport(attempt, options.reportOfUsedKey(attempt));
  }
  return report(options, { ...attempt, naturalKey, payload, heldFromMs }, "call");
}

/** Undefined where its holder stood still meanwhile: somebody else prepares it. */
async function prepared<Report>(
  options: CarryOutOptions<Report>,
  attempt: Attempt,
): Promise<Awaited<ReturnType<typeof options.prepare>> | undefined> {
  try {
    return await options.prepare(attempt, () => assertMayCall(options, attempt));
  } catch (error) {
    if (!(error instanceof CallForbiddenError)) throw error;
    await options.database.query(releaseAttempt(attempt, attempt.claimedAt));
    return undefined;
  }
}

/** In one commit with what others append at the same time. Events come first, so it comes behind theirs. */
function writeTogether(
  { grouped }: Pick<Database, "grouped">,
  { subjectId }: Attempt,
  statement: Statement,
): Promise<void> {
  const statements = [{ ...statement, isLast: true }];
  return grouped({ streamId: subjectId, statements, lockKey: null, mayGoOn: () => undefined });
}

async function report<Report>(
  options: CarryOutOptions<Report>,
  attempt: Attempt,
  step: CallingStep,
): Promise<void> {
  const isCall = step === "call" || step === "resend";
  const called = isCall
    ? { ...attempt, calledAt: attempt.claimedAt, calls: attempt.calls + 1, callError: null }
    : attempt;
  const beforeCall = (): void => assertMayCall(options, called);
  try {
    await options.onReport(called, await options.perform(called, step, beforeCall));
  } catch (error) {
    if (!(error instanceof CallForbiddenError)) throw error;
    // A cancellation that was cut off says nothing about the call before it, which may have arrived.
    const left = isCall ? markNotCalled(called) : releaseAttempt(called, called.claimedAt);
    await options.database.query(left);
  }
}

/** For a fresh one, whose row says already that the call may have been made. */
export function releaseUncalled(database: Database, attempt: Attempt): Promise<void> {
  return release(database, markNotCalled(attempt));
}

/** For one that was claimed and not begun: as due as it was. */
export function releaseClaimed(database: Database, attempt: Attempt): Promise<void> {
  return release(database, releaseAttempt(attempt, attempt.claimedAt));
}

async function release(database: Database, statement: Statement): Promise<void> {
  try {
    await database.query(statement);
  } catch (error) {
    if (!isAttemptLost(error)) throw error;
  }
}

/** Nothing fences a late call from the provider: a process that stood still could send what is replaced by now. */
function assertMayCall<Report>(
  { gate, leaseMs }: CarryOutOptions<Report>,
  { heldFromMs }: Attempt,
): void {
  if (!gate.isOpen()) throw new CallForbiddenError("The service is closed");
  if (steadyNowMs() - heldFromMs < leaseMs * executorLimits.callLeasePart) return;
  throw new CallForbiddenError("The lease is too old for a call");
}

import { type AttemptLimits, type AttemptReport, lateStatusCheckInMs } from "@sanu/attempts";
import { ReceiveCallback, type ReplyInput, type RequestData } from "@sanu/contracts";
import { type Clock, isUuid } from "@sanu/kernel";
import {
  type Attempt,
  type AttemptExecutor,
  attemptById,
  attemptByReference,
  brokenConstraint,
  contextOfAttempt,
  type Database,
  type EventStore,
  endAttempt,
  handleRequest,
  isOrdered,
  requestCancel,
  requestStatusCheck,
  runDecider,
  type Statement,
} from "@sanu/platform";
import type { CallbackSubject, CollectionRail } from "@sanu/rails";
import { callbackConstraint, insertCallback, knownCallback } from "../database/callback-rows.ts";
import { checkForHint } from "../database/hint-rows.ts";
import { hintLimits } from "../hint-timer.ts";
import type { PaymentCommand } from "../payment/commands.ts";
import { payment } from "../payment/decide.ts";
import type { PaymentEvent } from "../payment/events.ts";
import { endsPayment, isOver, writesBeside } from "../payment/movement.ts";
import { aboutStatus, reportOfStatus } from "../payment/report.ts";

/** Well within one request of the gateway, with time left for the commit. */
export const callbackLimits = { statusWaitMs: 2_500 } as const;

export interface CallbackDeps {
  readonly database: Database;
  readonly store: EventStore<PaymentEvent>;
  readonly rails: readonly CollectionRail[];
  readonly graceMs: number;
  readonly executor: Pick<AttemptExecutor<PaymentCommand>, "limitsOf" | "wake">;
  /** That of refunds. */
  readonly refunds: Pick<AttemptExecutor<never>, "wake">;
  readonly clock: Clock;
}

type CallbackOf = CallbackDeps & { readonly rail: CollectionRail };

type Outcome = ReplyInput<typeof ReceiveCallback>["outcome"];

/**
 * A provider's callback. It is a hint: verified, it makes us read the order's status from the provider, and
 * only that status has an effect, once for each callback. What it says about money is not even read.
 */
export const receiveCallback = (deps: CallbackDeps) =>
  handleRequest(ReceiveCallback, async (callback) => ({ outcome: await receive(deps, callback) }));

async function receive(
  deps: CallbackDeps,
  { provider, method, rawBodyBase64, headers }: RequestData<typeof ReceiveCallback>,
): Promise<Outcome> {
  const rail = deps.rails.find((one) => one.provider === provider);
  if (rail === undefined) return "unknown-provider";
  if (method === "PUT" && rail.takesCallbacksByPut !== true) return "unknown-provider";
  const rawBody = Buffer.from(rawBodyBase64, "base64");
  const reading = rail.readCallback({ rawBody, headers }, deps.clock.now());
  if (reading.kind === "rejected") return reading.reason;
  const of = { ...deps, rail };
  return reading.kind === "hint" ? followHint(of, reading) : follow(of, reading);
}

/** Anybody can have sent it: the executor checks the order, seldom, and whoever sent it learns nothing. */
async function followHint(deps: CallbackOf, subject: CallbackSubject): Promise<Outcome> {
  const wanted = subjectOf(deps, subject);
  if (wanted === undefined) return "ignored";
  const [found] = await deps.database.lookUp<Attempt>(wanted);
  const attempt = ownOf(deps, found);
  if (attempt === undefined) return "ignored";
  if (await checkForHint(deps.database, attempt, hintLimits.pauseMs)) wake(deps, attempt);
  return "accepted";
}

async function follow(deps: CallbackOf, subject: CallbackSubject): Promise<Outcome> {
  const { database, rail, clock, graceMs } = deps;
  const { provider, promptLifeMs } = rail;
  const { eventId } = subject;
  const wanted = subjectOf(deps, subject);
  if (wanted === undefined) return "ignored";
  const [[found], known] = await Promise.all([
    database.lookUp<Attempt>(wanted),
    database.lookUp(knownCallback({ provider, eventId })),
  ]);
  const attempt = ownOf(deps, found);
  // Whoever has one valid callback can send it as often as he likes: only the first is worth a question.
  if (attempt === undefined || known.length > 0) return "ignored";
  const { attemptId, subjectId, providerReference } = attempt;
  // Of money that went out it says only that there is news: the executor reads what.
  if (attempt.kind !== "collection") {
    return checkSoon(deps, attempt, callbackOf(deps, subject, subjectId));
  }
  // A provider that is slow at the moment is no reason to refuse its callback: then the executor checks.
  const withinMs = callbackLimits.statusWaitMs;
  const status = await rail.status({ key: attemptId, providerReference, withinMs });
  const at = clock.now();
  const callback = callbackOf(deps, subject, subjectId);
  const report = reportOfStatus(status, aboutStatus(attempt, { promptLifeMs, graceMs }, at));
  return apply(deps, { attempt, report, callback });
}

function callbackOf(
  { rail, clock }: CallbackOf,
  { eventId }: CallbackSubject,
  paymentId: string,
): Statement {
  return insertCallback({ provider: rail.provider, eventId, paymentId, at: clock.now() });
}

/** What reads the attempt that a callback is about; `undefined` where it names none as we would. */
function subjectOf(
  { rail: { provider } }: CallbackOf,
  { key, providerReference }: CallbackSubject,
): Statement | undefined {
  if (key !== null && isUuid(key)) return attemptById(key);
  if (providerReference === null) return undefined;
  return attemptByReference({ kind: "collection", provider }, providerReference);
}

/** A key or reference that no attempt of ours bears at this provider belongs to nobody here. */
function ownOf(
  { rail: { provider } }: CallbackOf,
  attempt: Attempt | undefined,
): Attempt | undefined {
  return attempt?.provider === provider ? attempt : undefined;
}

interface Received {
  readonly attempt: Attempt;
  readonly report: AttemptReport<PaymentCommand>;
  readonly callback: Statement;
}

async function apply(deps: CallbackOf, received: Received): Promise<Outcome> {
  const { attempt, report, callback } = received;
  const { command } = report;
  if (command === undefined) return checkSoon(deps, attempt, callback);
  const result = await record(deps, { attempt, report, command }, [callback]);
  // The provider says two things at a time: what it says next is read soon, and its copies ask nothing.
  if (result.kind === "nothing-new" && report.kind === "accepted") {
    await checkSoon(deps, attempt, callback);
    return "ignored";
  }
  if (result.kind !== "constraint") return result.kind === "accepted" ? "accepted" : "ignored";
  if (result.constraint !== callbackConstraint) {
    throw new Error(`A callback was refused by ${result.constraint}`);
  }
  // A copy came before, perhaps while the provider could not be read: what it says now is news all the same.
  await record(deps, { attempt, report, command }, []);
  return "ignored";
}

/** Records what the provider's own status shows, and ends the attempt where that is its end. */
function record(
  { store, clock, executor }: CallbackOf,
  { attempt, report, command }: Omit<Received, "callback"> & { readonly command: PaymentCommand },
  writes: readonly Statement[],
) {
  return runDecider({
    store,
    decider: payment,
    streamId: attempt.subjectId,
    command,
    context: contextOfAttempt(attempt),
    writes: (events, state) => [
      ...writes,
      ...conclusionOf(attempt, report, executor.limitsOf(attempt)),
      ...(isOver(attempt, state) ? writesBehindEnd(attempt, events) : []),
      ...(isOrdered(state) ? writesBeside({ report, events, state }, clock.now()) : []),
    ],
  });
}

/** What came late is looked after like what came in time, by a check of its own; where it ends the payment, the order is called off where it went to. */
function writesBehindEnd(attempt: Attempt, events: readonly PaymentEvent[]): readonly Statement[] {
  return [
    requestStatusCheck(attempt.attemptId),
    ...(endsPayment(events) ? [requestCancel(attempt.subjectId, attempt.kind)] : []),
  ];
}

/** The provider could not be read now: the executor checks the status soon, and goes on checking. */
async function checkSoon(
  deps: CallbackOf,
  attempt: Attempt,
  callback: Statement,
): Promise<Outcome> {
  try {
    await deps.database.pipelined([callback, requestStatusCheck(attempt.attemptId)]);
  } catch (error) {
    if (brokenConstraint(error) === callbackConstraint) return "ignored";
    throw error;
  }
  wake(deps, attempt);
  return "accepted";
}

function wake({ executor, refunds }: CallbackOf, { kind }: Attempt): void {
  (kind === "refund" ? refunds : executor).wake();
}

/** The outcome is known without the attempt's holder, who may still wait for the response to the call. */
function conclusionOf(
  attempt: Attempt,
  { kind: state, providerReference = null }: AttemptReport<PaymentCommand>,
  limits: AttemptLimits,
): readonly Statement[] {
  if (state !== "settled" && state !== "rejected") return [];
  const nextInMs = lateStatusCheckInMs(attempt, state, limits);
  return [endAttempt(attempt.attemptId, { state, nextInMs, providerReference })];
}

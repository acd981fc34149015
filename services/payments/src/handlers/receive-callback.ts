import { lateStatusCheckInMs } from "@sanu/attempts";
import { ReceiveCallback, type ReplyInput, type RequestData } from "@sanu/contracts";
import { isUuid } from "@sanu/kernel";
import {
  type Attempt,
  type AttemptsWorker,
  brokenConstraint,
  concludeAttempt,
  contextOfAttempt,
  findAttempt,
  findAttemptByReference,
  handleRequest,
  requestStatusCheck,
  runDecider,
  type Statement,
} from "@sanu/platform";
import { type CallbackSubject, type CollectionStatus } from "@sanu/rails";
import { commandOfStatus } from "../collection/command-of-status.ts";
import type { CollectionDeps } from "../collection/deps.ts";
import { endWrites, linkWrites } from "../collection/record-report.ts";
import { callbackConstraint, markObeyed, wasObeyed } from "../database/callback-rows.ts";
import type { PaymentCommand } from "../payment/commands.ts";
import { payment } from "../payment/decide.ts";

/** Well within one ask of the gateway, with time left for the commit. */
export const callbackLimits = { statusWaitMs: 2_500 } as const;

export interface CallbackNeeds extends CollectionDeps {
  readonly worker: Pick<AttemptsWorker, "wake">;
}

type Outcome = ReplyInput<typeof ReceiveCallback>["outcome"];

/**
 * A provider's callback. It is a hint: verified, it makes us read the order's status from the provider, and
 * only that status has an effect, once for each callback. What it says about money is not even read.
 */
export const receiveCallback = (needs: CallbackNeeds) =>
  handleRequest(ReceiveCallback, async (callback) => ({ outcome: await receive(needs, callback) }));

async function receive(
  needs: CallbackNeeds,
  { provider, rawBodyBase64, headers }: RequestData<typeof ReceiveCallback>,
): Promise<Outcome> {
  if (provider !== needs.rail.provider) return "unknown-provider";
  const rawBody = Buffer.from(rawBodyBase64, "base64");
  const reading = needs.rail.readCallback({ rawBody, headers }, needs.clock.now());
  return reading.kind === "rejected" ? reading.reason : obey(needs, reading);
}

async function obey(needs: CallbackNeeds, subject: CallbackSubject): Promise<Outcome> {
  const { database, rail, clock } = needs;
  const { provider } = rail;
  const { eventId } = subject;
  const attempt = await findSubject(needs, subject);
  if (attempt === undefined) return "ignored";
  // Before the end its mark refuses a callback that was obeyed; repetitions mostly come after it.
  if (isFinal(attempt) && (await wasObeyed(database, { provider, eventId }))) return "ignored";
  const { attemptId, subjectId, providerReference } = attempt;
  // A provider that is slow at the moment is no reason to refuse its callback: then the worker asks.
  const withinMs = callbackLimits.statusWaitMs;
  const status = await rail.status({ key: attemptId, providerReference, withinMs });
  const mark = markObeyed({ provider, eventId, paymentId: subjectId, at: clock.now() });
  return apply(needs, { attempt, status, mark });
}

function isFinal({ state }: Attempt): boolean {
  return state === "settled" || state === "rejected";
}

/** A key or reference that no attempt of ours bears belongs to nobody here. */
async function findSubject(
  { database }: CallbackNeeds,
  { key, providerReference }: CallbackSubject,
): Promise<Attempt | undefined> {
  if (key !== null && isUuid(key)) return findAttempt(database, key);
  if (providerReference === null) return undefined;
  return findAttemptByReference(database, "collection", providerReference);
}

async function apply(
  needs: CallbackNeeds,
  heard: {
    readonly attempt: Attempt;
    readonly status: CollectionStatus;
    readonly mark: Statement;
  },
): Promise<Outcome> {
  const { attempt, status, mark } = heard;
  const { attemptId, cancelRequested: isCancelRequested } = attempt;
  const command = commandOfStatus(status, { isCancelRequested, at: needs.clock.now() });
  if (command === undefined) return askSoon(needs, attemptId, mark);
  const told = { attempt, status, command };
  const result = await tell(needs, told, [mark]);
  if (result.kind !== "constraint") return result.kind === "accepted" ? "accepted" : "ignored";
  if (result.constraint !== callbackConstraint) {
    throw new Error(`A callback was refused by ${result.constraint}`);
  }
  // A copy came before, perhaps while the provider could not be read: what it says now is news all the same.
  await tell(needs, told, []);
  return "ignored";
}

/** Tells the payment what the provider's record shows, and ends the attempt where that is its end. */
function tell(
  needs: CallbackNeeds,
  told: {
    readonly attempt: Attempt;
    readonly status: CollectionStatus;
    readonly command: PaymentCommand;
  },
  marks: readonly Statement[],
) {
  const { attempt, status, command } = told;
  const paymentUrl = status.kind === "pending" ? status.paymentUrl : null;
  return runDecider({
    store: needs.store,
    decider: payment,
    streamId: attempt.subjectId,
    command,
    context: contextOfAttempt(attempt),
    writes: (_events, state) => [
      ...marks,
      ...conclusionOf(attempt, status),
      ...linkWrites(needs.clock, state, paymentUrl),
      ...endWrites(state),
    ],
  });
}

/** The provider could not be read now: the worker asks again, and goes on asking. */
async function askSoon(
  { database, worker }: CallbackNeeds,
  attemptId: string,
  mark: Statement,
): Promise<Outcome> {
  try {
    await database.pipelined([mark, requestStatusCheck(attemptId)]);
  } catch (error) {
    if (brokenConstraint(error) === callbackConstraint) return "ignored";
    throw error;
  }
  worker.wake();
  return "accepted";
}

/** The outcome is known without the attempt's holder, who may still wait for an answer to the call. */
function conclusionOf(attempt: Attempt, status: CollectionStatus): readonly Statement[] {
  if (status.kind !== "completed" && status.kind !== "failed") return [];
  const end = status.kind === "completed" ? "settled" : "rejected";
  return [concludeAttempt(attempt.attemptId, end, lateStatusCheckInMs(attempt, end))];
}

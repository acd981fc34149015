import { ReceiveCallback, type ReplyInput, type RequestData } from "@sanu/contracts";
import { isUuid } from "@sanu/kernel";
import {
  type Attempt,
  type AttemptsWorker,
  answers,
  concludeAttempt,
  contextOfAttempt,
  findAttempt,
  findAttemptByReference,
  runDecider,
  type Statement,
  wantAsk,
} from "@sanu/platform";
import type { CallbackSubject, CollectionStatus } from "@sanu/rails";
import { commandOfStatus } from "../collection/command-of-status.ts";
import type { House } from "../collection/house.ts";
import { endWrites, linkWrites } from "../collection/record-report.ts";
import { callbackConstraint, markObeyed, wasObeyed } from "../database/callback-rows.ts";
import { payment } from "../payment/decide.ts";

export interface CallbackNeeds extends House {
  readonly worker: Pick<AttemptsWorker, "wake">;
}

type Outcome = ReplyInput<typeof ReceiveCallback>["outcome"];

/**
 * A provider's callback. It is a hint: verified, it makes us read the order's status from the provider, and
 * only that status has an effect, once for each callback. What it says about money is not even read.
 */
export const receiveCallback = (needs: CallbackNeeds) =>
  answers(ReceiveCallback, async (callback) => ({ outcome: await receive(needs, callback) }));

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
  const [attempt, isKnown] = await Promise.all([
    findSubject(needs, subject),
    wasObeyed(database, { provider, eventId }),
  ]);
  if (attempt === undefined || isKnown) return "ignored";
  const { attemptId, subjectId, providerReference } = attempt;
  const status = await rail.status({ key: attemptId, providerReference });
  const mark = markObeyed({ provider, eventId, paymentId: subjectId, at: clock.now() });
  return apply(needs, { attempt, status, mark });
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
  const { attemptId, subjectId, cancelWanted: isCancelWanted } = attempt;
  const paymentUrl = status.kind === "pending" ? status.paymentUrl : null;
  const command = commandOfStatus(status, { isCancelWanted, at: needs.clock.now() });
  if (command === undefined) return askSoon(needs, attemptId, mark);
  const result = await runDecider({
    store: needs.store,
    decider: payment,
    streamId: subjectId,
    command,
    context: contextOfAttempt(attempt),
    writes: (_events, state) => [
      mark,
      ...conclusionOf(attemptId, status),
      ...linkWrites(needs.clock, state, paymentUrl),
      ...endWrites(state),
    ],
  });
  switch (result.kind) {
    case "accepted":
      return "accepted";
    case "constraint":
      if (result.constraint !== callbackConstraint) {
        throw new Error(`A callback was refused by ${result.constraint}`);
      }
      return "ignored";
    case "nothing-new":
    case "refused":
      return "ignored";
  }
}

/** The provider could not be read now: the worker asks again, and goes on asking. */
async function askSoon(
  { database, worker }: CallbackNeeds,
  attemptId: string,
  mark: Statement,
): Promise<Outcome> {
  await database.pipelined([mark, wantAsk(attemptId)]);
  worker.wake();
  return "accepted";
}

/** The outcome is known without the attempt's holder, who may still wait for an answer to the call. */
function conclusionOf(attemptId: string, status: CollectionStatus): readonly Statement[] {
  if (status.kind === "completed") return [concludeAttempt(attemptId, "settled")];
  if (status.kind === "failed") return [concludeAttempt(attemptId, "rejected")];
  return [];
}

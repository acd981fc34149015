import type { Clock, PayoutId } from "@sanu/kernel";
import {
  type Attempt,
  type AttemptOrder,
  type CommandContext,
  contextOfAttempt,
  insertAttempt,
  type Statement,
} from "@sanu/platform";
import { attemptKey } from "@sanu/rails";
import { retryPauseMsAfter, type SendTerms } from "./send-terms.ts";

/** The first attempt of a payout, held by the process that inserts it. */
export function firstSendAttempt(first: {
  readonly payoutId: PayoutId;
  readonly context: CommandContext;
  readonly clock: Clock;
  readonly owner: string;
}): { readonly attempt: Attempt; readonly statement: Statement } {
  const { payoutId, context, clock, owner } = first;
  const order = sendOrder(payoutId, 1);
  return insertAttempt({ order, context, clock, needsPreparation: true, leasedBy: owner });
}

/** The attempt after a rejected one, which any process begins after a pause. */
export function nextSendAttempt(
  { clock, terms }: { readonly clock: Clock; readonly terms: SendTerms },
  rejected: Attempt,
): Statement {
  const { subjectId, attemptNumber } = rejected;
  const { statement } = insertAttempt({
    order: sendOrder(subjectId, attemptNumber + 1),
    context: contextOfAttempt(rejected),
    clock,
    needsPreparation: true,
    leasedBy: null,
    beginInMs: retryPauseMsAfter(attemptNumber, terms),
  });
  return statement;
}

function sendOrder(subjectId: string, attemptNumber: number): AttemptOrder {
  const attemptId = attemptKey("send", subjectId, attemptNumber);
  return { attemptId, subjectId, attemptNumber, kind: "send" };
}

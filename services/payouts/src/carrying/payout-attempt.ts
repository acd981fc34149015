import type { AttemptOrder } from "@sanu/attempts";
import { attemptKey, retryPauseMs } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import {
  type Attempt,
  type AttemptsWorker,
  type CommandContext,
  contextOfAttempt,
  insertAttempt,
  type Statement,
} from "@sanu/platform";
import type { PayoutOrder } from "../payout/state.ts";
import type { TransferKind } from "../payout/transfer.ts";
import { type PayoutTerms, retryTermsOf } from "./payout-terms.ts";

/** The worker of the process that inserts an attempt, which then carries it out at once. */
export type AttemptHolder = Pick<AttemptsWorker, "owner" | "leaseMs" | "runNow">;

/** One worker for each kind of attempt, so that a slow provider of one holds up no other. */
export type AttemptHolders = Readonly<Record<"send" | "disbursement", AttemptHolder>>;

/** Refunds of sats are sent like any others. */
export function attemptKindOf(kind: TransferKind): keyof AttemptHolders {
  return kind === "disbursement" ? "disbursement" : "send";
}

/** The first attempt of a payout, held by the process that inserts it. */
export function firstAttempt(first: {
  readonly order: PayoutOrder;
  readonly context: CommandContext;
  readonly clock: Clock;
  readonly holder: AttemptHolder;
}): { readonly attempt: Attempt; readonly statement: Statement } {
  const { order, context, clock, holder } = first;
  const kind = attemptKindOf(order.transfer.kind);
  return insertAttempt({
    order: attemptOrder(kind, order.payoutId, 1),
    context,
    clock,
    needsPreparation: kind === "send",
    leasedBy: holder.owner,
    leaseMs: holder.leaseMs,
  });
}

/** The attempt after a rejected one, which any process begins after a pause. */
export function nextAttempt(
  { clock, terms }: { readonly clock: Clock; readonly terms: PayoutTerms },
  rejected: Attempt,
): Statement {
  const { subjectId, attemptNumber } = rejected;
  const kind = rejected.kind === "disbursement" ? "disbursement" : "send";
  const { statement } = insertAttempt({
    order: attemptOrder(kind, subjectId, attemptNumber + 1),
    context: contextOfAttempt(rejected),
    clock,
    needsPreparation: kind === "send",
    leasedBy: null,
    beginInMs: retryPauseMs(retryTermsOf(kind, terms), attemptNumber),
  });
  return statement;
}

function attemptOrder(
  kind: keyof AttemptHolders,
  subjectId: string,
  attemptNumber: number,
): AttemptOrder {
  const attemptId = attemptKey(kind, subjectId, attemptNumber);
  return { attemptId, subjectId, attemptNumber, kind };
}

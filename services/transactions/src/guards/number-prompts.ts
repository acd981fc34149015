import type { TransactionFailureReason } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { TransactionEvent } from "../transaction/events.ts";

export const promptLimits = {
  /** An unanswered prompt counts for so long. */
  windowMs: 3_600_000,
} as const;

/** The constraint that one prompt too many to a number breaks. */
export const promptConstraint = "number_prompts_max";

/** Counts the prompt that an order sends to a number, or refuses the whole append: over all people, and also when many run at once. */
export function reservePrompt(of: {
  readonly transactionId: TransactionId;
  readonly number: string;
  readonly unansweredMax: number;
}): Statement {
  return CompiledQuery.raw("select reserve_prompt($1, $2, $3, $4)", [
    of.transactionId,
    of.number,
    of.unansweredMax,
    promptLimits.windowMs / 1_000,
  ]);
}

/**
 * The phone responded, or nobody was asked. A cancelled order has rung somebody's phone all the same. Declined ones are counted for
 * strangers by the ends of their orders (`declined_since` of the database).
 */
const resolvingReasons: readonly TransactionFailureReason[] = [
  "declined",
  "insufficient-funds",
  "refused-by-provider",
];

/** A prompt that is resolved counts no longer. */
export function releasePrompt(event: TransactionEvent): Statement[] {
  const isResolved =
    event.type === "TransactionPaid" ||
    event.type === "TransactionPayoutHeld" ||
    event.type === "TransactionPaymentHeld" ||
    (event.type === "TransactionFailed" && resolvingReasons.includes(event.reason));
  if (!isResolved) return [];
  const text = "delete from number_prompts where transaction_id = $1";
  return [CompiledQuery.raw(text, [event.transactionId])];
}

import { accepted, type Decision, nothingNew, refused } from "@sanu/kernel";
import type { FailPayout, PayoutCommand, SettlePayout } from "./commands.ts";
import type { TransactionEvent } from "./events.ts";
import type { UnknownRefusal } from "./refusals.ts";
import { review } from "./review.ts";
import type { ExistingTransaction } from "./state.ts";

type PayoutDecision = Decision<TransactionEvent, UnknownRefusal>;

/** What a transaction answers to what is said about the money that goes out. */
export function decidePayout(state: ExistingTransaction, command: PayoutCommand): PayoutDecision {
  if (state.status === "pending" || state.status === "failed") return refused("unknown-payout");
  if (state.payout?.payoutId !== command.payoutId) return refused("unknown-payout");
  const isCompleted = state.status === "completed";
  return command.kind === "settle-payout"
    ? settlePayout(state, command, isCompleted)
    : failPayout(state, command, isCompleted);
}

function settlePayout(
  state: ExistingTransaction,
  command: SettlePayout,
  isCompleted: boolean,
): PayoutDecision {
  const { transactionId, accountId, transactionType, amountXof, amountSats } = state.order;
  if (command.amountSats !== amountSats) return review(state, "contradicting-facts", command);
  if (isCompleted) return nothingNew();
  return accepted({
    type: "TransactionCompleted",
    v: 1,
    transactionId,
    accountId,
    transactionType,
    amountXof,
    amountSats,
    payoutId: command.payoutId,
    completedDay: command.day,
    completedAt: command.at,
  });
}

function failPayout(
  state: ExistingTransaction,
  command: FailPayout,
  isCompleted: boolean,
): PayoutDecision {
  if (isCompleted) return review(state, "contradicting-facts", command);
  const isKnown = state.review?.some((note) => note.reason === "payout-failed") ?? false;
  return isKnown ? nothingNew() : review(state, "payout-failed", command);
}

import { accepted, type Decision, nothingNew, refused, unreachable } from "@sanu/kernel";
import type { TransactionCommand } from "./commands.ts";
import { consequencesOf } from "./consequences.ts";
import { create } from "./create.ts";
import { decideContradiction } from "./decide-contradiction.ts";
import { settleDebt } from "./decide-debt.ts";
import { decideDenied } from "./decide-denied.ts";
import { decideHold } from "./decide-hold.ts";
import { decideOwner } from "./decide-owner.ts";
import { decidePayment } from "./decide-payment.ts";
import { decidePayout } from "./decide-payout.ts";
import { decideRefund } from "./decide-refund.ts";
import { decideReversal } from "./decide-reversal.ts";
import { decideReview, settleByHand } from "./decide-review.ts";
import type { TransactionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { TransactionRefusal } from "./refusals.ts";
import { type ExistingTransaction, noTransaction, type Transaction } from "./state.ts";

type TransactionDecision = Decision<TransactionEvent, TransactionRefusal>;

export function decide(state: Transaction, command: TransactionCommand): TransactionDecision {
  if (command.kind === "create") {
    return state.status === "none" ? create(command) : nothingNew();
  }
  if (state.status === "none") return refused("unknown-transaction");
  const decision = decideExisting(state, command);
  if (decision.kind !== "accepted") return decision;
  const [first, ...others] = decision.events;
  return accepted(first, ...others, ...consequencesOf(state, decision.events, command.at));
}

function decideExisting(
  state: ExistingTransaction,
  command: Exclude<TransactionCommand, { readonly kind: "create" }>,
): TransactionDecision {
  switch (command.kind) {
    case "link-payment":
    case "confirm-payment":
    case "fail-payment":
    case "report-discrepancy":
    case "payment-unknown":
      return decidePayment(state, command);
    case "settle-payout":
    case "fail-payout":
    case "payout-unknown":
      return decidePayout(state, command);
    case "settle-refund":
    case "fail-refund":
    case "refund-unknown":
      return decideRefund(state, command);
    case "reverse-payment":
    case "reverse-payout":
    case "reverse-refund":
      return decideReversal(state, command);
    case "hold-account":
    case "withhold-payout":
    case "decide-held":
      return decideHold(state, command);
    case "report-contradiction":
      return decideContradiction(state, command);
    case "decide-denied":
      return decideDenied(state, command);
    case "cancel":
    case "provide-refund-invoice":
      return decideOwner(state, command);
    case "resolve-review":
      return decideReview(state, command);
    case "settle-debt":
      return settleDebt(state, command);
    case "settle-by-hand":
      return settleByHand(state, command);
    default:
      return unreachable(command);
  }
}

/** The aggregate: where it starts, how facts change it and what it answers. */
export const transaction = { initial: noTransaction, decide, evolve };

import {
  idOf,
  type Leg,
  type OutcomeFacts,
  PaymentDiscrepancyFound,
  PaymentFailed,
  PaymentOutcomeUnknown,
  PaymentReversed,
  PayoutFailed,
  PayoutOutcomeUnknown,
  PayoutReversed,
  PayoutSettled,
  PayoutWithheld,
  type RefundFacts,
  RefundReversed,
  type VerdictFacts,
} from "@sanu/contracts";
import { type Instant, newId, type PayoutId, type RefundId } from "@sanu/kernel";
import type { Reaction } from "@sanu/platform";
import { type ReactionDeps, transactionReaction } from "./transaction-reaction.ts";
import { type PaymentDeps, whenPaymentCompleted } from "./when-payment-completed.ts";

/** Money in. The id of a refund is made here; it counts only if one follows. */
export function paymentReactions(deps: PaymentDeps): readonly Reaction[] {
  return [
    whenPaymentCompleted(deps),
    transactionReaction(
      deps,
      PaymentDiscrepancyFound,
      ({ paymentId, discrepancy, received, receiptId }) => ({
        kind: "report-discrepancy",
        paymentId,
        discrepancy,
        received,
        receiptId,
        refundId: newId(),
      }),
    ),
    transactionReaction(deps, PaymentFailed, ({ paymentId, reason }) => ({
      kind: "fail-payment",
      paymentId,
      reason,
    })),
    transactionReaction(deps, PaymentOutcomeUnknown, ({ paymentId }) => ({
      kind: "payment-unknown",
      paymentId,
    })),
    transactionReaction(deps, PaymentReversed, ({ paymentId, money, receiptId }) => ({
      kind: "reverse-payment",
      paymentId,
      money,
      receiptId,
    })),
    transactionReaction(deps, RefundReversed, ({ refundId, money }) => ({
      kind: "reverse-refund",
      refundId,
      money,
    })),
  ];
}

export interface PayoutReactionDeps extends ReactionDeps {
  /** The day of the business calendar, `2026-11-21`. */
  readonly dayOf: (moment: Instant) => string;
}

/** Money out. */
export function payoutReactions(deps: PayoutReactionDeps): readonly Reaction[] {
  return [
    transactionReaction(deps, PayoutSettled, ({ payoutId, sent, fee }, at) => ({
      kind: "settle-payout",
      payoutId,
      sent,
      fee,
      day: deps.dayOf(at),
    })),
    transactionReaction(deps, PayoutFailed, ({ payoutId, reason, ...how }) => ({
      kind: "fail-payout",
      uncounted: uncountedOf(how),
      payoutId,
      reason,
      refundId: newId(),
    })),
    transactionReaction(deps, PayoutOutcomeUnknown, ({ payoutId }) => ({
      kind: "payout-unknown",
      payoutId,
    })),
    transactionReaction(deps, PayoutWithheld, ({ payoutId }) => ({
      kind: "withhold-payout",
      payoutId,
    })),
    transactionReaction(deps, PayoutReversed, ({ payoutId, money }) => ({
      kind: "reverse-payout",
      payoutId,
      money,
    })),
  ];
}

function uncountedOf(how: { readonly caseId?: unknown; readonly isOurSide?: true | undefined }) {
  if (how.caseId !== undefined) return "verdict";
  return how.isOurSide ? "our-side" : undefined;
}

/** Refunds, of XOF by payments or of sats by payouts. */
export function refundReactions(deps: ReactionDeps, facts: RefundFacts): readonly Reaction[] {
  return [
    transactionReaction(deps, facts.RefundSettled, ({ refundId, money, fee }) => ({
      kind: "settle-refund",
      refundId,
      money,
      fee,
    })),
    transactionReaction(deps, facts.RefundFailed, ({ refundId, reason, ...how }) => ({
      kind: "fail-refund",
      uncounted: uncountedOf(how),
      refundId,
      reason,
    })),
    transactionReaction(deps, facts.RefundOutcomeUnknown, ({ refundId }) => ({
      kind: "refund-unknown",
      refundId,
    })),
  ];
}

const RefundIdText = idOf<RefundId>();
const PayoutIdText = idOf<PayoutId>();

function subjectOf({ leg, subjectId }: { readonly leg: Leg; readonly subjectId: string }) {
  return {
    refundId: leg === "refund" ? RefundIdText.parse(subjectId) : null,
    payoutId: leg === "payout" ? PayoutIdText.parse(subjectId) : null,
  };
}

/** A provider says otherwise than it said before: somebody has to look, and nothing moves by it. */
export function outcomeReaction(
  deps: ReactionDeps,
  { OutcomeContradicted }: OutcomeFacts,
): Reaction {
  return transactionReaction(
    deps,
    OutcomeContradicted,
    ({ found, leg, subjectId, arrived, counted }) => ({
      kind: "report-contradiction",
      found,
      receipt: null,
      ...subjectOf({ leg, subjectId }),
      arrived,
      counted,
    }),
  );
}

/** What payments or payouts heard behind a verdict of the staff. */
export function verdictReaction(deps: ReactionDeps, facts: VerdictFacts): Reaction {
  return transactionReaction(
    deps,
    facts.VerdictContradicted,
    ({ found, receipt, leg, subjectId, arrived, counted }) => ({
      kind: "report-contradiction",
      found,
      receipt,
      ...subjectOf({ leg, subjectId }),
      arrived,
      counted,
    }),
  );
}

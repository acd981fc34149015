import {
  PayoutFailed,
  PayoutOutcomeUnknown,
  PayoutReversed,
  PayoutSettled,
  PayoutWithheld,
  payoutsOutcomeFacts,
  payoutsRefundFacts,
  payoutsVerdictFacts,
} from "@sanu/contracts";
import { unreachable, verdictOf } from "@sanu/kernel";
import { type PublicFact, publicContradiction, publicFact } from "@sanu/platform";
import type { PayoutEvent } from "./events.ts";
import { refundIdOf } from "./refund-payout.ts";

const { OutcomeContradicted } = payoutsOutcomeFacts;
const { RefundSettled, RefundFailed, RefundOutcomeUnknown } = payoutsRefundFacts;

export function publishPayout(event: PayoutEvent): PublicFact | undefined {
  const { payoutId, transactionId } = event;
  switch (event.type) {
    case "PayoutRequested":
    case "PayoutAttemptRejected":
    case "PayoutHoldRequested":
      return undefined;
    case "PayoutSettled": {
      const { sent, fee, settledAt } = event;
      const end = { fee, settledAt, ...verdictOf(event) };
      return event.kind === "refund"
        ? publicFact(RefundSettled, { ...ofRefund(event), money: sent, ...end })
        : publicFact(PayoutSettled, { payoutId, transactionId, sent, ...end });
    }
    case "PayoutReversed": {
      const { money, providerReference, reversedAt } = event;
      const reversed = { money, providerReference, reversedAt };
      return publicFact(PayoutReversed, { payoutId, transactionId, ...reversed });
    }
    case "PayoutWithheld":
      return publicFact(PayoutWithheld, { payoutId, transactionId, withheldAt: event.withheldAt });
    case "PayoutFailed": {
      const { reason, failedAt, isOurSide } = event;
      const end = { reason, failedAt, ...(isOurSide && { isOurSide }), ...verdictOf(event) };
      return event.kind === "refund"
        ? publicFact(RefundFailed, { ...ofRefund(event), ...end })
        : publicFact(PayoutFailed, { payoutId, transactionId, ...end });
    }
    case "PayoutOutcomeUnknown": {
      const { since } = event;
      return event.kind === "refund"
        ? publicFact(RefundOutcomeUnknown, { ...ofRefund(event), since })
        : publicFact(PayoutOutcomeUnknown, { payoutId, transactionId, since });
    }
    case "OutcomeContradicted": {
      const leg = event.kind === "refund" ? "refund" : "payout";
      const { attemptNumber, found, foundAt } = event;
      const said = { attemptNumber, found, foundAt };
      return publicFact(OutcomeContradicted, { transactionId, leg, subjectId: payoutId, ...said });
    }
    case "VerdictContradicted": {
      const leg = event.kind === "refund" ? "refund" : "payout";
      return publicContradiction(payoutsVerdictFacts, { leg, subjectId: payoutId }, event);
    }
    default:
      return unreachable(event);
  }
}

function ofRefund({ payoutId, transactionId }: Pick<PayoutEvent, "payoutId" | "transactionId">) {
  return { refundId: refundIdOf(payoutId), transactionId };
}

import {
  PayoutFailed,
  PayoutOutcomeUnknown,
  PayoutReversed,
  PayoutSettled,
  payoutsRefundFacts,
  payoutsVerdictFacts,
} from "@sanu/contracts";
import { type CaseId, unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { PayoutEvent } from "./events.ts";
import { refundIdOf } from "./refund-payout.ts";

const { RefundSettled, RefundFailed, RefundOutcomeUnknown } = payoutsRefundFacts;
const { VerdictContradicted } = payoutsVerdictFacts;

export function publishPayout(event: PayoutEvent): PublicFact | undefined {
  const { payoutId, transactionId } = event;
  switch (event.type) {
    case "PayoutRequested":
    case "PayoutAttemptRejected":
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
    case "PayoutFailed": {
      const { reason, failedAt } = event;
      const end = { reason, failedAt, ...verdictOf(event) };
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
    case "VerdictContradicted": {
      const { caseId, kind, found, foundAt } = event;
      const leg = kind === "refund" ? "refund" : "payout";
      const about = { caseId, transactionId, leg, subjectId: payoutId } as const;
      return publicFact(VerdictContradicted, { ...about, found, receipt: null, foundAt });
    }
    default:
      return unreachable(event);
  }
}

function verdictOf({ caseId }: { readonly caseId?: CaseId | undefined }) {
  return caseId === undefined ? {} : { caseId };
}

function ofRefund({ payoutId, transactionId }: Pick<PayoutEvent, "payoutId" | "transactionId">) {
  return { refundId: refundIdOf(payoutId), transactionId };
}

import {
  paymentsOutcomeFacts,
  paymentsRefundFacts,
  paymentsVerdictFacts,
  RefundReversed,
} from "@sanu/contracts";
import { unreachable, verdictOf } from "@sanu/kernel";
import { type PublicFact, publicContradiction, publicFact } from "@sanu/platform";
import type { RefundEvent } from "./events.ts";

const { RefundSettled, RefundFailed, RefundOutcomeUnknown } = paymentsRefundFacts;

/** The public form of an event. How often it was tried concerns nobody else. */
export function publishRefund(event: RefundEvent): PublicFact | undefined {
  const { refundId, transactionId } = event;
  const ofRefund = { refundId, transactionId };
  switch (event.type) {
    case "RefundRequested":
    case "RefundAttemptRejected":
      return undefined;
    case "RefundSettled": {
      const { amountXof, settledAt } = event;
      const money = { currency: "XOF", amountXof } as const;
      return publicFact(RefundSettled, {
        ...ofRefund,
        ...verdictOf(event),
        money,
        fee: null,
        settledAt,
      });
    }
    case "RefundFailed": {
      const { reason, failedAt } = event;
      return publicFact(RefundFailed, { ...ofRefund, ...verdictOf(event), reason, failedAt });
    }
    case "RefundReversed": {
      const { amountXof, reversedAt } = event;
      const money = { currency: "XOF", amountXof } as const;
      return publicFact(RefundReversed, { ...ofRefund, money, reversedAt });
    }
    case "RefundOutcomeUnknown":
      return publicFact(RefundOutcomeUnknown, { ...ofRefund, since: event.since });
    case "OutcomeContradicted": {
      const { attemptNumber, found, foundAt, amountXof } = event;
      const arrived =
        amountXof === null ? {} : { arrived: { currency: "XOF", amountXof } as const };
      const said = { attemptNumber, found, foundAt, ...arrived };
      const of = { transactionId, leg: "refund", subjectId: refundId } as const;
      return publicFact(paymentsOutcomeFacts.OutcomeContradicted, { ...of, ...said });
    }
    case "VerdictContradicted": {
      const leg = { leg: "refund", subjectId: refundId } as const;
      const { amountXof } = event;
      const arrived = amountXof && ({ currency: "XOF", amountXof } as const);
      return publicContradiction(paymentsVerdictFacts, { ...leg, arrived }, event);
    }
    default:
      return unreachable(event);
  }
}

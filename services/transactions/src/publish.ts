import {
  AccountClosed,
  AccountClosingRefused,
  type FactDefinition,
  TransactionCancelRequested,
  TransactionCompleted,
  TransactionCreated,
  TransactionFailed,
  TransactionHoldRequested,
  TransactionPaid,
  TransactionRefundRequested,
  TransactionReviewRequested,
  TransactionReviewResolved,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { CustomerEvent } from "./customer/events.ts";
import type { EventOf, TransactionEvent } from "./transaction/events.ts";

/**
 * The public form of each event. That a link is there and that money is held concerns nobody else; the ends of legs
 * and refunds were told by those who published them.
 */
const facts = {
  TransactionCreated,
  TransactionPaid,
  TransactionCompleted,
  TransactionFailed,
  TransactionCancelRequested,
  TransactionHoldRequested,
  TransactionRefundRequested,
  TransactionReviewRequested,
  TransactionReviewResolved,
  TransactionPayoutHeld: null,
  TransactionPaymentLinked: null,
  TransactionPaymentHeld: null,
  TransactionPaymentFailed: null,
  TransactionPayoutFailed: null,
  TransactionRefundSettled: null,
  TransactionRefundFailed: null,
  TransactionPaymentReversed: null,
  TransactionPayoutReversed: null,
  TransactionRefundReversed: null,
  TransactionDebtSettled: null,
} as const satisfies Readonly<Record<TransactionEvent["type"], FactDefinition | null>>;
type PublicType = {
  [Type in keyof typeof facts]: (typeof facts)[Type] extends null ? never : Type;
}[keyof typeof facts];

export function publish(event: TransactionEvent): PublicFact | undefined {
  return isPublic(event) ? publicFact(facts[event.type], event) : undefined;
}

function isPublic(event: TransactionEvent): event is EventOf<PublicType> {
  return facts[event.type] !== null;
}

/** The reply to the request of an erasure. */
export function publishCustomer(event: CustomerEvent): PublicFact {
  const { accountId, erasureId, at } = event;
  switch (event.type) {
    case "CustomerClosed": {
      const { hasPaidTransactions } = event;
      return publicFact(AccountClosed, { accountId, erasureId, hasPaidTransactions, closedAt: at });
    }
    case "CustomerClosingRefused": {
      const { open } = event;
      return publicFact(AccountClosingRefused, { accountId, erasureId, open, refusedAt: at });
    }
    default:
      return unreachable(event);
  }
}

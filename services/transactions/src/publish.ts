import {
  AccountClosed,
  AccountClosingRefused,
  type FactDefinition,
  TransactionCancelRequested,
  TransactionCompleted,
  TransactionCreated,
  TransactionDebtSettled,
  TransactionFailed,
  TransactionHoldRequested,
  TransactionPaid,
  TransactionPaymentReversed,
  TransactionPayoutHeld,
  TransactionPayoutReversed,
  TransactionRefundRequested,
  TransactionRefundReversed,
  TransactionRefundSettled,
  TransactionReviewRequested,
  TransactionReviewResolved,
  VerdictApproved,
  WalletChanged,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { CustomerEvent } from "./customer/events.ts";
import type { EventOf, TransactionEvent } from "./transaction/events.ts";

/**
 * The public form of each event. That a link is there concerns nobody else; that a leg or a refund failed was told by
 * those who published it. What moves something in the books is public with the moment at which it was booked, so that
 * whoever has the facts has the ledger of any moment.
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
  TransactionPayoutHeld,
  TransactionPaymentLinked: null,
  TransactionPaymentHeld: null,
  TransactionPaymentFailed: null,
  TransactionPayoutFailed: null,
  TransactionRefundSettled,
  TransactionRefundFailed: null,
  TransactionPaymentReversed,
  TransactionPayoutReversed,
  TransactionRefundReversed,
  TransactionDebtSettled,
  /** As the verdict that it is. */
  TransactionReceiptDecided: null,
} as const satisfies Readonly<Record<TransactionEvent["type"], FactDefinition | null>>;
type PublicType = {
  [Type in keyof typeof facts]: (typeof facts)[Type] extends null ? never : Type;
}[keyof typeof facts];

export function publish(event: TransactionEvent): PublicFact | undefined {
  if (event.type === "TransactionReceiptDecided") return verdictOf(event);
  return isPublic(event) ? publicFact(facts[event.type], event) : undefined;
}

/** Payments gives nothing back of a receipt before it is told that it came. */
function verdictOf(event: EventOf<"TransactionReceiptDecided">): PublicFact {
  const { caseId, transactionId, paymentId: subjectId, receiptId, money, decidedAt } = event;
  const { verdict: kind, came = money } = event;
  const arrived = { kind: "arrived", providerReference: receiptId, money: came } as const;
  const verdict = kind === "never" ? { kind } : arrived;
  const about = { caseId, transactionId, leg: "payment", subjectId, money, receiptId } as const;
  return publicFact(VerdictApproved, { ...about, verdict, approvedAt: decidedAt });
}

function isPublic(event: TransactionEvent): event is EventOf<PublicType> {
  return facts[event.type] !== null;
}

/** The reply to the request of an erasure, and what an owner is told of. */
export function publishCustomer(event: CustomerEvent): PublicFact {
  const { accountId, at } = event;
  switch (event.type) {
    case "CustomerClosed": {
      const { erasureId, hasPaidTransactions } = event;
      return publicFact(AccountClosed, { accountId, erasureId, hasPaidTransactions, closedAt: at });
    }
    case "CustomerClosingRefused": {
      const { erasureId, open } = event;
      return publicFact(AccountClosingRefused, { accountId, erasureId, open, refusedAt: at });
    }
    case "CustomerWalletChanged": {
      const { list } = event;
      return publicFact(WalletChanged, { accountId, list, changedAt: at });
    }
    default:
      return unreachable(event);
  }
}

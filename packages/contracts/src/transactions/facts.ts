import type {
  AccountId,
  CaseId,
  PaymentId,
  PayoutId,
  QuoteId,
  RefundId,
  TransactionId,
} from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { InstantText, idOf, MoneyText, SatsText, XofPerBtcText, XofText } from "../texts.ts";
import {
  DestinationHmac,
  Leg,
  ReceiverKind,
  RefundDestination,
  RefundReason,
  ReviewReason,
  ReviewResolution,
  TransactionFailureReason,
  TransactionType,
  Verdict,
} from "./enums.ts";

const fact = factsOf("transactions");

/** A person ordered; payments shall collect, or ask for the sats of a sale. */
export const TransactionCreated = fact("TransactionCreated", {
  transactionId: idOf<TransactionId>(),
  reference: z.string().startsWith("TXN_"),
  accountId: idOf<AccountId>(),
  transactionType: TransactionType,
  amountXof: XofText,
  amountSats: SatsText,
  rateXofPerBtc: XofPerBtcText,
  paymentId: idOf<PaymentId>(),
  paymentReference: z.string().startsWith("PAY_"),
  /**
   * Where the money comes in: the mobile-money channel of a purchase, for example `MTN_OPEN` (`SANDBOX` where
   * the number's operator is unknown), and `LIGHTNING` of a sale.
   */
  channel: z.string(),
  /** The mobile-money channel that the XOF of a sale go out over; null in a purchase. */
  payoutChannel: z.string().nullable(),
  /** The mobile-money number: who pays a purchase, who gets the XOF of a sale. */
  numberHmac: DestinationHmac,
  /** Where the sats of a purchase go; in a sale where they go back to, null when nobody said. */
  receiverKind: ReceiverKind.nullable(),
  receiverHmac: DestinationHmac.nullable(),
  /** The quote whose rate this is; null where there was none. */
  quoteId: idOf<QuoteId>().nullable(),
  /** The calendar month whose limit this transaction uses, `2026-11`. */
  limitMonth: z.string().regex(/^\d{4}-\d{2}$/),
  /** After this moment our page closes and the collection is cancelled where the rail can. */
  expiresAt: InstantText,
  createdAt: InstantText,
});

/** The money is in; payouts shall send the sats of a purchase to the receiver, the XOF of a sale to the number. */
export const TransactionPaid = fact("TransactionPaid", {
  transactionId: idOf<TransactionId>(),
  transactionType: TransactionType,
  paymentId: idOf<PaymentId>(),
  payoutId: idOf<PayoutId>(),
  payoutReference: z.string().startsWith("PAYOUT_"),
  amountXof: XofText,
  amountSats: SatsText,
  /** The most that the way of these sats may cost; absent where nothing was agreed. */
  feeLimitSats: SatsText.optional(),
  /** The mobile-money channel of a sale's number; null in a purchase. */
  payoutChannel: z.string().nullable(),
  numberHmac: DestinationHmac,
  receiverKind: ReceiverKind.nullable(),
  receiverHmac: DestinationHmac.nullable(),
  paidAt: InstantText,
});

/** Both legs are done. */
export const TransactionCompleted = fact("TransactionCompleted", {
  transactionId: idOf<TransactionId>(),
  accountId: idOf<AccountId>(),
  transactionType: TransactionType,
  amountXof: XofText,
  amountSats: SatsText,
  payoutId: idOf<PayoutId>(),
  completedAt: InstantText,
});

/** Nothing was paid, or everything was refunded: nothing is owed. */
export const TransactionFailed = fact("TransactionFailed", {
  transactionId: idOf<TransactionId>(),
  accountId: idOf<AccountId>(),
  transactionType: TransactionType,
  amountXof: XofText,
  reason: TransactionFailureReason,
  failedAt: InstantText,
});

/** The person changed her mind before anything was paid; payments shall close the collection where the rail can. */
export const TransactionCancelRequested = fact("TransactionCancelRequested", {
  transactionId: idOf<TransactionId>(),
  paymentId: idOf<PaymentId>(),
  requestedAt: InstantText,
});

/** Money that came in goes back: XOF by payments, sats by payouts. */
export const TransactionRefundRequested = fact("TransactionRefundRequested", {
  transactionId: idOf<TransactionId>(),
  refundId: idOf<RefundId>(),
  paymentId: idOf<PaymentId>(),
  money: MoneyText,
  reason: RefundReason,
  /** Which receipt goes back, by payments' own name of it. */
  receiptId: z.string(),
  destination: RefundDestination,
  /** Of sats: what shall arrive, and what its way may cost at most. Absent where all of it is sent and nothing was agreed. */
  sendSats: SatsText.optional(),
  feeLimitSats: SatsText.optional(),
  requestedAt: InstantText,
});

/** The account is suspended, or the provider took its money back: a payout that nobody was asked for yet shall not be sent. */
export const TransactionHoldRequested = fact("TransactionHoldRequested", {
  transactionId: idOf<TransactionId>(),
  payoutId: idOf<PayoutId>(),
  requestedAt: InstantText,
});

/** A person has to look before money moves again. */
export const TransactionReviewRequested = fact("TransactionReviewRequested", {
  transactionId: idOf<TransactionId>(),
  reason: ReviewReason,
  requestedAt: InstantText,
});

/** Nobody has to look any more. What the person wrote about it is no part of the fact. */
export const TransactionReviewResolved = fact("TransactionReviewResolved", {
  transactionId: idOf<TransactionId>(),
  /** Who of the staff; null where later facts answered the question. */
  resolvedBy: idOf<AccountId>().nullable(),
  resolution: ReviewResolution,
  resolvedAt: InstantText,
});

/** Two of the staff have decided an unknown outcome; who carries the leg out concludes its attempt. */
export const VerdictApproved = fact("VerdictApproved", {
  caseId: idOf<CaseId>(),
  transactionId: idOf<TransactionId>(),
  leg: Leg,
  /** The payment, the payout or the refund. */
  subjectId: idOf<string>(),
  /** What the leg was to move. */
  money: MoneyText,
  verdict: Verdict,
  approvedAt: InstantText,
});

/** Our accounts hold something else than the ledger has booked, and did so in two comparisons. */
export const LedgerDifferenceFound = fact("LedgerDifferenceFound", {
  caseId: idOf<CaseId>(),
  /** The float of the ledger. */
  account: z.string(),
  /** By how much, whichever of the two has more. */
  money: MoneyText,
  foundAt: InstantText,
});

export const transactionsFacts = [
  TransactionCreated,
  TransactionPaid,
  TransactionCompleted,
  TransactionFailed,
  TransactionCancelRequested,
  TransactionHoldRequested,
  TransactionRefundRequested,
  TransactionReviewRequested,
  TransactionReviewResolved,
  VerdictApproved,
  LedgerDifferenceFound,
] as const;

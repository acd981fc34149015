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

export const TransactionCreated = fact(
  "TransactionCreated",
  "A person ordered; payments shall collect, or ask for the sats of a sale.",
  {
    transactionId: idOf<TransactionId>(),
    reference: z.string().startsWith("TXN_"),
    accountId: idOf<AccountId>(),
    transactionType: TransactionType,
    amountXof: XofText,
    amountSats: SatsText,
    rateXofPerBtc: XofPerBtcText,
    midXofPerBtc: XofPerBtcText.optional().describe(
      "The middle of the market that the rate was made of: what lies between the two is the spread. Absent in " +
        "orders of releases up to 0.1.0.",
    ),
    paymentId: idOf<PaymentId>(),
    paymentReference: z.string().startsWith("PAY_"),
    channel: z
      .string()
      .describe(
        "Where the money comes in: the mobile-money channel of a purchase, for " +
          "example `MTN_OPEN` (`SANDBOX` where the number's operator is unknown), " +
          "and `LIGHTNING` of a sale.",
      ),
    payoutChannel: z
      .string()
      .nullable()
      .describe("The mobile-money channel that the XOF of a sale go out over; null in a purchase."),
    numberHmac: DestinationHmac.describe(
      "The mobile-money number: who pays a purchase, who gets the XOF of a sale.",
    ),
    receiverKind: ReceiverKind.nullable().describe(
      "Where the sats of a purchase go; in a sale where they go back to, null " +
        "when nobody said.",
    ),
    receiverHmac: DestinationHmac.nullable(),
    quoteId: idOf<QuoteId>()
      .nullable()
      .describe("The quote whose rate this is; null where there was none."),
    limitMonth: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe("The calendar month whose limit this transaction uses, `2026-11`."),
    expiresAt: InstantText.describe(
      "After this moment our page closes and the collection is cancelled where the rail can.",
    ),
    createdAt: InstantText,
  },
);

export const TransactionPaid = fact(
  "TransactionPaid",
  "The money is in; payouts shall send the sats of a purchase to the receiver, the " +
    "XOF of a sale to the number.",
  {
    transactionId: idOf<TransactionId>(),
    transactionType: TransactionType,
    paymentId: idOf<PaymentId>(),
    payoutId: idOf<PayoutId>(),
    payoutReference: z.string().startsWith("PAYOUT_"),
    amountXof: XofText,
    amountSats: SatsText,
    feeLimitSats: SatsText.optional().describe(
      "The most that the way of these sats may cost; absent where nothing was agreed.",
    ),
    payoutChannel: z
      .string()
      .nullable()
      .describe("The mobile-money channel of a sale's number; null in a purchase."),
    numberHmac: DestinationHmac,
    receiverKind: ReceiverKind.nullable(),
    receiverHmac: DestinationHmac.nullable(),
    receiptId: z
      .string()
      .optional()
      .describe("The receipt that paid it, by payments' own name of it; absent up to 0.1.0."),
    earlierPayoutIds: z
      .array(idOf<PayoutId>())
      .optional()
      .describe("Which were to send the same money before, and were held; absent where none was."),
    paidAt: InstantText,
  },
);

export const TransactionCompleted = fact("TransactionCompleted", "Both legs are done.", {
  transactionId: idOf<TransactionId>(),
  accountId: idOf<AccountId>(),
  transactionType: TransactionType,
  amountXof: XofText,
  amountSats: SatsText,
  payoutId: idOf<PayoutId>(),
  fee: MoneyText.optional().describe(
    "What the payout's rail took from us; absent up to 0.1.0, where the fact of the payout alone says it.",
  ),
  completedAt: InstantText,
});

export const TransactionFailed = fact(
  "TransactionFailed",
  "Nothing was paid, or everything was refunded: nothing is owed.",
  {
    transactionId: idOf<TransactionId>(),
    accountId: idOf<AccountId>(),
    transactionType: TransactionType,
    amountXof: XofText,
    reason: TransactionFailureReason,
    failedAt: InstantText,
  },
);

export const TransactionCancelRequested = fact(
  "TransactionCancelRequested",
  "The person changed her mind before anything was paid; payments shall close the " +
    "collection where the rail can.",
  {
    transactionId: idOf<TransactionId>(),
    paymentId: idOf<PaymentId>(),
    requestedAt: InstantText,
  },
);

export const TransactionRefundRequested = fact(
  "TransactionRefundRequested",
  "Money that came in goes back: XOF by payments, sats by payouts.",
  {
    transactionId: idOf<TransactionId>(),
    refundId: idOf<RefundId>(),
    paymentId: idOf<PaymentId>(),
    money: MoneyText,
    reason: RefundReason,
    receiptId: z.string().describe("Which receipt goes back, by payments' own name of it."),
    destination: RefundDestination,
    sendSats: SatsText.optional().describe(
      "Of sats: what shall arrive, and what its way may cost at most. Absent " +
        "where all of it is sent and nothing was agreed.",
    ),
    feeLimitSats: SatsText.optional(),
    earlierRefundIds: z
      .array(idOf<RefundId>())
      .optional()
      .describe(
        "Under which the same receipt was to go back before, and did not: nothing is sent " +
          "while anything of them may still arrive. Absent where it is the first time.",
      ),
    accountId: idOf<AccountId>()
      .optional()
      .describe(
        "Whose, where it goes to an invoice that was given in her session: identity mails her that. Absent elsewhere.",
      ),
    requestedAt: InstantText,
  },
);

export const TransactionHoldRequested = fact(
  "TransactionHoldRequested",
  "The account is suspended, or the provider took its money back: of its payout " +
    "nothing shall be sent any more that is not sent yet.",
  {
    transactionId: idOf<TransactionId>(),
    payoutId: idOf<PayoutId>(),
    requestedAt: InstantText,
  },
);

export const TransactionReviewRequested = fact(
  "TransactionReviewRequested",
  "A person has to look before money moves again.",
  {
    transactionId: idOf<TransactionId>(),
    reason: ReviewReason,
    receiptId: z
      .string()
      .nullable()
      .optional()
      .describe("The receipt that this is about; null where it is about none, absent up to 0.1.0."),
    refund: z
      .object({ money: MoneyText, reason: RefundReason })
      .nullable()
      .optional()
      .describe(
        "Present where this is the first word of money that must go back and has nowhere to go; absent up to 0.1.0.",
      ),
    accountId: idOf<AccountId>()
      .optional()
      .describe(
        "Whose, where satoshis have nowhere to go: identity asks her by mail for an invoice. Absent elsewhere.",
      ),
    requestedAt: InstantText,
  },
);

export const TransactionReviewResolved = fact(
  "TransactionReviewResolved",
  "Nobody has to look any more. What the person wrote about it is no part of the fact.",
  {
    transactionId: idOf<TransactionId>(),
    resolvedBy: idOf<AccountId>()
      .nullable()
      .describe("Who of the staff; null where later facts answered the question."),
    resolution: ReviewResolution,
    resolvedAt: InstantText,
  },
);

export const VerdictApproved = fact(
  "VerdictApproved",
  "Two of the staff have decided an unknown outcome, and who carries the leg out concludes its attempt; or " +
    "whether a receipt came that had been counted, and whose provider says that it never did, or came as another amount.",
  {
    caseId: idOf<CaseId>(),
    transactionId: idOf<TransactionId>(),
    leg: Leg,
    subjectId: idOf<string>().describe("The payment, the payout or the refund."),
    money: MoneyText.describe("What the leg was to move, or the receipt had brought."),
    verdict: Verdict,
    receiptId: z
      .string()
      .min(1)
      .optional()
      .describe("Which receipt of the payment is decided about; absent where an attempt is."),
    approvedAt: InstantText,
  },
);

export const StatementVerdictApproved = fact(
  "StatementVerdictApproved",
  "Two of the staff have said what a difference between a statement and our books is, and that " +
    "nothing more has to be done about it. No money moves by that.",
  {
    caseId: idOf<CaseId>(),
    proposalId: z.string().min(1),
    foundBy: z.enum(["payments", "payouts"]),
    differenceId: z.uuid(),
    foundAt: InstantText.describe(
      "Of the finding that they looked at: another one of the same difference is not decided.",
    ),
    approvedAt: InstantText,
  },
);

export const LedgerDifferenceFound = fact(
  "LedgerDifferenceFound",
  "Our accounts hold something else than the ledger has booked, and did so in two " +
    "comparisons.",
  {
    caseId: idOf<CaseId>(),
    account: z.string().describe("The float of the ledger."),
    money: MoneyText.describe("By how much, whichever of the two has more."),
    foundAt: InstantText,
  },
);

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
  StatementVerdictApproved,
  LedgerDifferenceFound,
] as const;

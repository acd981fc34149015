import type { AccountId, PaymentId, PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { defineFact } from "../fact.ts";
import { InstantText, idOf, SatsText, XofPerBtcText, XofText } from "../texts.ts";
import { PaymentFailureReason, ReceiverKind, ReviewReason, TransactionType } from "./words.ts";

/** HMAC-SHA-256 (base64url) of a destination under the person's own key; see architecture 2.8. */
const DestinationHmac = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** A person ordered; payments shall collect. */
export const TransactionCreated = defineFact({
  service: "transactions",
  name: "TransactionCreated",
  version: 1,
  schema: z.object({
    transactionId: idOf<TransactionId>(),
    reference: z.string().startsWith("TXN_"),
    accountId: idOf<AccountId>(),
    transactionType: TransactionType,
    amountXof: XofText,
    amountSats: SatsText,
    rateXofPerBtc: XofPerBtcText,
    paymentId: idOf<PaymentId>(),
    paymentReference: z.string().startsWith("PAY_"),
    /** The mobile-money channel, for example `MTN_OPEN`; `SANDBOX` where the number's operator is unknown. */
    channel: z.string(),
    payerHmac: DestinationHmac,
    receiverKind: ReceiverKind,
    receiverHmac: DestinationHmac,
    /** The calendar month whose limit this transaction uses, `2026-11`. */
    limitMonth: z.string().regex(/^\d{4}-\d{2}$/),
    /** After this moment our page closes and the collection is cancelled where the rail can. */
    expiresAt: InstantText,
    createdAt: InstantText,
  }),
});

/** The money is in; payouts shall send. */
export const TransactionPaid = defineFact({
  service: "transactions",
  name: "TransactionPaid",
  version: 1,
  schema: z.object({
    transactionId: idOf<TransactionId>(),
    transactionType: TransactionType,
    paymentId: idOf<PaymentId>(),
    payoutId: idOf<PayoutId>(),
    payoutReference: z.string().startsWith("PAYOUT_"),
    amountXof: XofText,
    amountSats: SatsText,
    receiverKind: ReceiverKind,
    receiverHmac: DestinationHmac,
    paidAt: InstantText,
  }),
});

/** Both legs are done. */
export const TransactionCompleted = defineFact({
  service: "transactions",
  name: "TransactionCompleted",
  version: 1,
  schema: z.object({
    transactionId: idOf<TransactionId>(),
    accountId: idOf<AccountId>(),
    transactionType: TransactionType,
    amountXof: XofText,
    amountSats: SatsText,
    payoutId: idOf<PayoutId>(),
    completedAt: InstantText,
  }),
});

/** Nothing was paid, or everything was returned: nothing is owed. */
export const TransactionFailed = defineFact({
  service: "transactions",
  name: "TransactionFailed",
  version: 1,
  schema: z.object({
    transactionId: idOf<TransactionId>(),
    accountId: idOf<AccountId>(),
    transactionType: TransactionType,
    amountXof: XofText,
    reason: PaymentFailureReason,
    failedAt: InstantText,
  }),
});

/** A person has to look before money moves again. */
export const TransactionReviewRequested = defineFact({
  service: "transactions",
  name: "TransactionReviewRequested",
  version: 1,
  schema: z.object({
    transactionId: idOf<TransactionId>(),
    reason: ReviewReason,
    requestedAt: InstantText,
  }),
});

export const transactionsFacts = [
  TransactionCreated,
  TransactionPaid,
  TransactionCompleted,
  TransactionFailed,
  TransactionReviewRequested,
] as const;

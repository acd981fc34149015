import type { PaymentId, RefundId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { byVerdict } from "../event.ts";
import { factsOf } from "../fact.ts";
import { paymentsOutcomeFacts } from "../outcome-facts.ts";
import { paymentsRefundFacts } from "../refund-facts.ts";
import { paymentsStatementFacts } from "../statement-facts.ts";
import { InstantText, idOf, MoneyText } from "../texts.ts";
import { PaymentDiscrepancy, PaymentFailureReason } from "../transactions/enums.ts";
import { paymentsVerdictFacts } from "../verdict-facts.ts";

const fact = factsOf("payments");

const ofPayment = {
  paymentId: idOf<PaymentId>(),
  transactionId: idOf<TransactionId>(),
};

export const PaymentInitiated = fact(
  "PaymentInitiated",
  "The provider took the order to collect; the link is asked for by request, because " +
    "it can be erased.",
  {
    ...ofPayment,
    channel: z.string(),
    initiatedAt: InstantText,
  },
);

const ReceiptId = z
  .string()
  .min(1)
  .describe(
    "The rail's own name of this money: the reference of a mobile-money receipt, the payment hash of an " +
      "invoice. The same receipt is never counted twice.",
  );

export const PaymentCompleted = fact(
  "PaymentCompleted",
  "The money is in, proven by asking the rail: XOF collected, or the sats of a sale captured.",
  {
    ...ofPayment,
    ...byVerdict,
    received: MoneyText,
    receiptId: ReceiptId,
    isPayerNamed: z
      .literal(true)
      .optional()
      .describe(
        "The provider names the number that paid, which need not be the one of the order; it is asked for by request, " +
          "because it can be erased.",
      ),
    completedAt: InstantText,
  },
);

export const PaymentFailed = fact(
  "PaymentFailed",
  "The rail said definitely that this will not be paid.",
  {
    ...ofPayment,
    ...byVerdict,
    reason: PaymentFailureReason,
    failedAt: InstantText,
  },
);

export const PaymentDiscrepancyFound = fact(
  "PaymentDiscrepancyFound",
  "Money came in late, twice or in another amount. It is held until transactions says " +
    "where it goes.",
  {
    ...ofPayment,
    ...byVerdict,
    discrepancy: PaymentDiscrepancy,
    received: MoneyText.describe("What this receipt brought, all of it."),
    receiptId: ReceiptId,
    foundAt: InstantText,
  },
);

export const PaymentReversed = fact(
  "PaymentReversed",
  "The provider took back what had come in under this receipt, all of it, or two of the staff say that it never " +
    "came; said once.",
  {
    ...ofPayment,
    ...byVerdict,
    money: MoneyText,
    receiptId: ReceiptId,
    reversedAt: InstantText,
  },
);

export const PaymentOutcomeUnknown = fact(
  "PaymentOutcomeUnknown",
  "Nobody could find out for a long time whether the money is in; it is asked about further.",
  {
    ...ofPayment,
    since: InstantText,
  },
);

export const RefundReversed = fact(
  "RefundReversed",
  "XOF that had gone back to their payer are with us again; said once. What Lightning " +
    "has settled stays.",
  {
    refundId: idOf<RefundId>(),
    transactionId: idOf<TransactionId>(),
    money: MoneyText,
    reversedAt: InstantText,
  },
);

export const paymentsFacts = [
  PaymentInitiated,
  PaymentCompleted,
  PaymentFailed,
  PaymentDiscrepancyFound,
  PaymentOutcomeUnknown,
  PaymentReversed,
  ...Object.values(paymentsRefundFacts),
  ...Object.values(paymentsStatementFacts),
  RefundReversed,
  ...Object.values(paymentsVerdictFacts),
  ...Object.values(paymentsOutcomeFacts),
] as const;

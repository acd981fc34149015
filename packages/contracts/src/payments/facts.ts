import type { PaymentId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { defineFact } from "../fact.ts";
import { InstantText, idOf, XofText } from "../texts.ts";
import { PaymentDiscrepancy, PaymentFailureReason } from "../transactions/words.ts";

const ofPayment = {
  paymentId: idOf<PaymentId>(),
  transactionId: idOf<TransactionId>(),
};

/** The provider took the order to collect; the link is asked for by request, because it can be erased. */
export const PaymentInitiated = defineFact({
  service: "payments",
  name: "PaymentInitiated",
  version: 1,
  schema: z.object({ ...ofPayment, channel: z.string(), initiatedAt: InstantText }),
});

/** The money is in, proven by asking the provider. */
export const PaymentCompleted = defineFact({
  service: "payments",
  name: "PaymentCompleted",
  version: 1,
  schema: z.object({ ...ofPayment, amountXof: XofText, completedAt: InstantText }),
});

/** The provider said definitely that this will not be paid. */
export const PaymentFailed = defineFact({
  service: "payments",
  name: "PaymentFailed",
  version: 1,
  schema: z.object({ ...ofPayment, reason: PaymentFailureReason, failedAt: InstantText }),
});

/** Money came in late, twice or in another amount. It is held until a person decides. */
export const PaymentDiscrepancyFound = defineFact({
  service: "payments",
  name: "PaymentDiscrepancyFound",
  version: 1,
  schema: z.object({
    ...ofPayment,
    discrepancy: PaymentDiscrepancy,
    /** What this receipt brought, all of it. */
    receivedXof: XofText,
    foundAt: InstantText,
  }),
});

export const paymentsFacts = [
  PaymentInitiated,
  PaymentCompleted,
  PaymentFailed,
  PaymentDiscrepancyFound,
] as const;

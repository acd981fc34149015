import type { PaymentFailureReason } from "@sanu/contracts";
import type { AccountId, Instant, PaymentId, TransactionId, Xof } from "@sanu/kernel";

/**
 * Money in for one transaction:
 *
 *   none ──request──▶ requested ──initiate──▶ initiated
 *                         │                       │
 *                         ├──── the amount ───────┼──▶ completed
 *                         ├── a definite "no" ────┼──▶ failed
 *                         └── another amount ─────┴──▶ held
 *
 * Money is in from the moment the provider's own record shows it, whatever happened before. Once a payment
 * has ended, every further receipt is a discrepancy and the status stays: late after failed, duplicate after
 * completed and held. A held payment waits for a person; nothing is paid out for it.
 */
export type Payment =
  | { readonly status: "none" }
  | (PaymentOrder & OpenFacts & { readonly status: "requested" })
  | (PaymentOrder & OpenFacts & { readonly status: "initiated"; readonly initiatedAt: Instant })
  | (PaymentOrder & WithReceipts & { readonly status: "completed"; readonly completedAt: Instant })
  | (PaymentOrder & WithReceipts & { readonly status: "held"; readonly heldAt: Instant })
  | (PaymentOrder &
      WithReceipts & {
        readonly status: "failed";
        readonly reason: PaymentFailureReason;
        readonly failedAt: Instant;
      });

export interface PaymentOrder {
  readonly paymentId: PaymentId;
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly reference: string;
  readonly amountXof: Xof;
  readonly channel: string;
  /** HMAC of the payer's number; the number is fetched, and compared with this, at the moment of the call. */
  readonly payerHmac: string;
  readonly expiresAt: Instant;
}

interface OpenFacts {
  /** Whether the buyer changed her mind; only the provider's word ends the payment. */
  readonly isCancelRequested: boolean;
  /** Whether it was published that the outcome is unknown for long. */
  readonly isUnknownRecorded: boolean;
}

interface WithReceipts {
  /** All money that was seen, the oldest first; a receipt is counted once. */
  readonly receipts: readonly KnownReceipt[];
}

export interface KnownReceipt {
  readonly receiptReference: string;
  readonly amountXof: Xof;
}

export type OrderedPayment = Exclude<Payment, { readonly status: "none" }>;

export type OpenPayment = Extract<Payment, { readonly status: "requested" | "initiated" }>;

export const noPayment: Payment = { status: "none" };

export function isOpen(payment: Payment): payment is OpenPayment {
  return payment.status === "requested" || payment.status === "initiated";
}

import type { PaymentFailureReason } from "@sanu/contracts";
import type {
  AccountId,
  CaseId,
  Instant,
  PaymentId,
  SaidOfAttempt,
  TransactionId,
  Xof,
} from "@sanu/kernel";

/**
 * Money in for one transaction:
 *
 *   none ──request──▶ requested ──initiate──▶ initiated
 *                         │                       │
 *                         ├──── the amount ───────┼──▶ completed
 *                         ├── a definite "no" ────┼──▶ failed
 *                         ├── money after the end ┤
 *                         └── another amount ─────┴──▶ held
 *
 * A provider that refuses at once, for a reason of its own, never had the order: then another one is asked, and the payment
 * stays requested. There is one attempt at a time.
 *
 * Money is in from the moment the provider's own record shows it, whatever happened before; it is in time up to the
 * end of the order and a grace, by the provider's own time. Once a payment has ended, every further receipt is a
 * discrepancy and the status stays: late after failed, duplicate after completed and held. A held payment waits for a
 * person; nothing is paid out for it. A receipt that the provider takes back is reversed once, and the status stays;
 * what was taken back before it was ever seen never came. What its provider says never came, and was counted, or shows in another
 * amount, is not refunded until two of the staff say that it came, and how much; where they say that it did not, it is reversed.
 */
export type Payment =
  | { readonly status: "none" }
  | (Placed & OpenFacts & { readonly status: "requested" })
  | (Placed & OpenFacts & { readonly status: "initiated"; readonly initiatedAt: Instant })
  | (Placed & WithVerdict & { readonly status: "completed"; readonly completedAt: Instant })
  | (Placed & WithVerdict & { readonly status: "held"; readonly heldAt: Instant })
  | (Placed &
      WithVerdict & {
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
  readonly attemptNumber: number;
  /** Who was asked so far; the last of them has the live attempt. */
  readonly asked: readonly string[];
  /** Whether the buyer changed her mind; only the provider's word ends the payment. */
  readonly isCancelRequested: boolean;
  /** Whether it was published that the outcome is unknown for long. */
  readonly isUnknownRecorded: boolean;
}

interface WithVerdict {
  readonly verdict: VerdictOfEnd;
  /** Which attempt was under way at the end: an earlier one may have brought its money. */
  readonly attemptNumber: number;
  /** What the provider said against its own earlier word, the oldest first. */
  readonly contradictions?: readonly Contradiction[];
}

export interface Contradiction extends SaidOfAttempt {
  readonly foundAt: Instant;
  /** It names the receipts that it is about, so that each of them is measured by the last word about itself. */
  readonly isOfReceipts?: true;
}

/**
 * The case of the verdict that said the end, or contradicts it, and the money that the provider has not shown so far;
 * null while there is none.
 */
export type VerdictOfEnd = {
  readonly caseId: CaseId;
  readonly unprovenReference: string | null;
  readonly isContradicted: boolean;
} | null;

export interface Placed extends PaymentOrder {
  readonly requestedAt: Instant;
  /** All money that was seen, the oldest first; a receipt is counted once. */
  readonly receipts: readonly KnownReceipt[];
}

export interface KnownReceipt {
  readonly receiptReference: string;
  readonly amountXof: Xof;
  readonly attemptNumber: number;
  /** Whether the provider has taken it back, or by a verdict it never came: then there is nothing to refund. */
  readonly isReversed: boolean;
  /** Its provider says by its last word that it never came. */
  readonly isDenied?: true;
  /** What its provider shows under that name by its last word, where that is another amount. */
  readonly shownXof?: Xof;
  /** Two of the staff say behind either word that it came as it was counted. */
  readonly isConfirmed?: true;
  /** The case in which two of the staff have said last that it came. */
  readonly confirmedBy?: CaseId;
  /** By which case they say that it came as another amount than was counted. */
  readonly correctedBy?: CaseId;
}

/** Whether by its provider's last word it is not what was counted, and nobody has said which word is right. */
export function isContested({ isDenied, shownXof, isConfirmed }: KnownReceipt): boolean {
  return (isDenied === true || shownXof !== undefined) && isConfirmed !== true;
}

export type OrderedPayment = Exclude<Payment, { readonly status: "none" }>;

export type EndedPayment = Exclude<OrderedPayment, OpenPayment>;

export type OpenPayment = Extract<Payment, { readonly status: "requested" | "initiated" }>;

export const noPayment: Payment = { status: "none" };

export function isOpen(payment: Payment): payment is OpenPayment {
  return payment.status === "requested" || payment.status === "initiated";
}

/** What every event of a payment says. */
export function eventOf({
  paymentId,
  transactionId,
}: Pick<PaymentOrder, "paymentId" | "transactionId">) {
  return { v: 1, paymentId, transactionId } as const;
}

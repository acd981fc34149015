import type { PaymentFailureReason } from "@sanu/contracts";
import type {
  AccountId,
  Instant,
  PaymentId,
  SaidOfAttempt,
  Sats,
  TransactionId,
  VerdictOfEnd,
  Xof,
} from "@sanu/kernel";

/**
 * The sats of one sale, over an invoice whose money the node holds until we take it:
 *
 *   none ──request──▶ requested ──initiate──▶ initiated ──paid──▶ holding ──checks say yes──▶ capturing
 *                         │                       │                  │                          │
 *                         │                       │                  └── no, or time over ──┐   └─▶ completed
 *                         │                       │                                         ▼
 *                         └───────────────────────┴── time over, cancelled ──▶ a release is wanted
 *
 * Held money is the seller's. It is ours only when the node's own record shows it captured, and the payment has
 * failed only when that record shows the invoice cancelled, whatever was wanted: both can be from any open state.
 * Once capturing is wanted, nothing is released any more, unless the payer could take the money back before a capture is
 * safe: then a release is wanted, and nothing is captured any more.
 */
export type Invoice =
  | { readonly status: "none" }
  | (InvoiceOrder & OpenInvoiceFacts & { readonly status: "requested" | "initiated" })
  | (InvoiceOrder &
      OpenInvoiceFacts & {
        readonly status: "holding";
        /** When we first saw the money held, by our clock. */
        readonly seenAt: Instant;
      })
  | (InvoiceOrder & OpenInvoiceFacts & { readonly status: "capturing" })
  | (InvoiceOrder & WithVerdict & { readonly status: "completed"; readonly completedAt: Instant })
  /** Captured in another amount than ordered. */
  | (InvoiceOrder & WithVerdict & { readonly status: "mismatched"; readonly foundAt: Instant })
  | (InvoiceOrder &
      WithVerdict & {
        readonly status: "failed";
        readonly reason: PaymentFailureReason;
        readonly failedAt: Instant;
        /** The node said afterwards that it has the money. */
        readonly isPaidLate: boolean;
      });

interface WithVerdict {
  readonly verdict: VerdictOfEnd;
  /** What the node said against its own earlier word, the oldest first. */
  readonly contradictions?: readonly Contradiction[];
}

export interface Contradiction extends SaidOfAttempt {
  readonly foundAt: Instant;
}

export interface InvoiceOrder {
  readonly paymentId: PaymentId;
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly reference: string;
  readonly amountSats: Sats;
  /** What goes out for it; the checks ask whether it can. */
  readonly amountXof: Xof;
  /** Lower-case hex; its preimage is derived from the settings and stands nowhere. */
  readonly paymentHash: string;
  readonly payoutChannel: string;
  /** HMAC of the number that the XOF go to. */
  readonly numberHmac: string;
  readonly expiresAt: Instant;
}

interface OpenInvoiceFacts {
  /** Why the invoice shall be closed; null while it shall not. */
  readonly releaseReason: PaymentFailureReason | null;
  /** Whether it was published that the outcome is unknown for long. */
  readonly isUnknownRecorded: boolean;
}

export type OrderedInvoice = Exclude<Invoice, { readonly status: "none" }>;

export type EndedInvoice = Extract<
  Invoice,
  { readonly status: "completed" | "mismatched" | "failed" }
>;

export type OpenInvoice = Extract<
  Invoice,
  { readonly status: "requested" | "initiated" | "holding" | "capturing" }
>;

export const noInvoice: Invoice = { status: "none" };

export function isOpenInvoice(invoice: Invoice): invoice is OpenInvoice {
  const { status } = invoice;
  return (
    status === "requested" ||
    status === "initiated" ||
    status === "holding" ||
    status === "capturing"
  );
}

export function eventOf({ paymentId, transactionId }: OrderedInvoice) {
  return { v: 1, paymentId, transactionId } as const;
}

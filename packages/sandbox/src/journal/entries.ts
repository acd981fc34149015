import type { Instant } from "@sanu/kernel";

/** Amounts are decimal text, so that an entry is the same in memory, in the file and over HTTP. */
export type JournalFact =
  | {
      readonly kind: "call";
      readonly operation: string;
      readonly key: string | null;
      /** The HTTP status, or how the answer was withheld. */
      readonly response: string;
    }
  | {
      readonly kind: "payment-created";
      readonly paymentId: string;
      readonly key: string;
      readonly amountXof: string;
      readonly payerNumber: string;
      readonly channel: string;
      readonly description: string;
      readonly returnUrl: string | null;
      readonly token: string;
    }
  | {
      readonly kind: "money-received";
      readonly paymentId: string;
      readonly key: string;
      readonly receiptId: string;
      readonly amountXof: string;
      /** What the gateway says about when, where that is not the truth; null where it says nothing. */
      readonly statedAt?: Instant | null;
    }
  /** The provider took back what had come in under this receipt. */
  | {
      readonly kind: "money-reversed";
      readonly paymentId: string;
      readonly key: string;
      readonly receiptId: string;
      readonly amountXof: string;
    }
  /** What had come in under this receipt is of another amount from now on. */
  | {
      readonly kind: "money-changed";
      readonly paymentId: string;
      readonly key: string;
      readonly receiptId: string;
      readonly beforeXof: string;
      readonly amountXof: string;
    }
  | {
      readonly kind: "payment-failed";
      readonly paymentId: string;
      readonly key: string;
      readonly reason: PaymentFailure;
    }
  | {
      readonly kind: "callback-sent";
      /** What it speaks of: a payment, a refund or a disbursement. */
      readonly paymentId: string;
      readonly eventId: string;
      /** The HTTP status that came back, or `no-response`. */
      readonly response: string;
    }
  | {
      /** A refund that takes its time; one that settles at once is only `refund-settled`. */
      readonly kind: "refund-accepted";
      readonly refundId: string;
      readonly key: string;
      readonly paymentId: string;
      readonly amountXof: string;
    }
  | {
      readonly kind: "refund-failed";
      readonly refundId: string;
      readonly key: string;
      readonly reason: RefundFailure;
    }
  | {
      readonly kind: "refund-settled";
      readonly refundId: string;
      readonly key: string;
      readonly paymentId: string;
      readonly amountXof: string;
      /** What the payer got, where that is not all of it: the rest is a fee, and more is ours to lose. */
      readonly arrivedXof?: string;
    }
  | {
      readonly kind: "refund-reversed";
      readonly refundId: string;
      readonly key: string;
      readonly amountXof: string;
    }
  | {
      readonly kind: "disbursement-created";
      readonly disbursementId: string;
      readonly key: string;
      readonly amountXof: string;
      readonly feeXof: string;
      readonly number: string;
      readonly channel: string;
      readonly description: string;
    }
  | {
      readonly kind: "disbursement-settled";
      readonly disbursementId: string;
      readonly key: string;
      readonly amountXof: string;
      readonly feeXof: string;
    }
  | {
      readonly kind: "disbursement-failed";
      readonly disbursementId: string;
      readonly key: string;
      readonly reason: DisbursementFailure;
    }
  /** The amount is back in the merchant's account; the fee is not. */
  | {
      readonly kind: "disbursement-reversed";
      readonly disbursementId: string;
      readonly key: string;
      readonly amountXof: string;
    }
  /** The merchant's account for paying out holds this from now on. */
  | { readonly kind: "float-set"; readonly amountXof: string }
  /** The node can send this from now on, over Lightning or on chain. */
  | {
      readonly kind: "liquidity-set";
      readonly rail: "lightning" | "chain";
      readonly amountSats: string;
    }
  | { readonly kind: "channel-set"; readonly channel: string; readonly state: ChannelState }
  | {
      readonly kind: "invoice-issued";
      readonly paymentHash: string;
      readonly preimage: string;
      readonly invoice: string;
      readonly destination: string;
      readonly amountSats: string;
    }
  | {
      readonly kind: "invoice-opened";
      readonly paymentHash: string;
      readonly invoice: string;
      readonly amountSats: string;
      readonly expiresAt: Instant;
    }
  | {
      readonly kind: "invoice-held";
      readonly paymentHash: string;
      readonly amountSats: string;
      readonly blocks: number;
    }
  | {
      readonly kind: "invoice-captured";
      readonly paymentHash: string;
      readonly amountSats: string;
    }
  | {
      readonly kind: "invoice-cancelled";
      readonly paymentHash: string;
      readonly reason: "cancelled" | "expired" | "timed-out";
    }
  | {
      readonly kind: "transaction-built";
      readonly txid: string;
      readonly rawTransaction: string;
      readonly address: string;
      readonly amountSats: string;
      readonly feeSats: string;
    }
  | {
      readonly kind: "send-accepted";
      readonly sendId: string;
      readonly rail: "lightning" | "chain";
      readonly amountSats: string;
      readonly feeSats: string;
      readonly behaviour: string;
    }
  | {
      readonly kind: "send-settled";
      readonly sendId: string;
      readonly amountSats: string;
      readonly feeSats: string;
    }
  | { readonly kind: "send-failed"; readonly sendId: string; readonly reason: SendFailure };

export type PaymentFailure = "declined" | "insufficient_funds" | "expired" | "cancelled";
export type DisbursementFailure = "receiver_not_found" | "wallet_full";
/** `unserved`: the gateway does not know the channel at all. */
export type ChannelState = "open" | "closed" | "unserved";
export type RefundFailure = "wallet_refused";
export type SendFailure = "no_route" | "invoice_expired";

export type JournalKind = JournalFact["kind"];

/** What happened in the sandbox: numbered from 1, with its moment. */
export type JournalEntry = JournalFact & { readonly seq: number; readonly at: Instant };

export type EntryOf<Kind extends JournalKind> = Extract<JournalEntry, { readonly kind: Kind }>;

import type { Instant } from "@sanu/kernel";

/** Amounts are decimal text, so that an entry is the same in memory, in the file and over HTTP. */
export type JournalFact =
  | {
      readonly kind: "call";
      readonly operation: string;
      readonly key: string | null;
      /** The HTTP status, or how the answer was withheld. */
      readonly answer: string;
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
    }
  | {
      readonly kind: "payment-failed";
      readonly paymentId: string;
      readonly key: string;
      readonly reason: PaymentFailure;
    }
  | {
      readonly kind: "callback-sent";
      readonly paymentId: string;
      readonly eventId: string;
      /** The HTTP status that came back, or `no-answer`. */
      readonly answer: string;
    }
  | {
      readonly kind: "money-returned";
      readonly refundId: string;
      readonly key: string;
      readonly paymentId: string;
      readonly amountXof: string;
    }
  | {
      readonly kind: "invoice-issued";
      readonly paymentHash: string;
      readonly preimage: string;
      readonly invoice: string;
      readonly destination: string;
      readonly amountSats: string;
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
export type SendFailure = "no_route" | "invoice_expired";

export type JournalKind = JournalFact["kind"];

/** What happened in the sandbox: numbered from 1, with its moment. */
export type JournalEntry = JournalFact & { readonly seq: number; readonly at: Instant };

/** An entry of one kind. */
export type EntryOf<Kind extends JournalKind> = Extract<JournalEntry, { readonly kind: Kind }>;

import type { ReceiverKind, TransactionType } from "@sanu/contracts";
import type {
  AccountId,
  BasisPoints,
  Instant,
  PaymentId,
  PriceBands,
  QuoteId,
  Sats,
  TransactionId,
  Xof,
  XofPerBtc,
} from "@sanu/kernel";
import type { WayFee } from "./fee-limit.ts";

/** Orders a transaction. Every id, the rate and the present moment arrive with the command. */
export interface CreateTransaction {
  readonly kind: "create";
  readonly transactionId: TransactionId;
  readonly reference: string;
  readonly accountId: AccountId;
  readonly transactionType: TransactionType;
  readonly amountXof: Xof;
  /** The rate of this direction; null while no source can be trusted. */
  readonly rateXofPerBtc: XofPerBtc | null;
  /** The middle that this rate was made of; null with it. */
  readonly midXofPerBtc: XofPerBtc | null;
  readonly paymentId: PaymentId;
  readonly paymentReference: string;
  /** Where the money comes in. */
  readonly channel: string;
  /** Where the XOF of a sale go out; null in a purchase. */
  readonly payoutChannel: string | null;
  readonly numberHmac: string;
  /** Null in a sale whose seller named no place for a refund. */
  readonly receiver: OrderedReceiver | null;
  readonly quoteId: QuoteId | null;
  readonly limitMonth: string;
  readonly terms: Terms;
  readonly at: Instant;
}

/** What the receiver itself demands, and its HMAC in its place. */
export interface OrderedReceiver {
  readonly kind: ReceiverKind;
  readonly hmac: string;
  readonly amountSats: Sats | null;
  readonly expiresAt: Instant | null;
}

/** The exchange's terms at the moment of the order. */
export interface Terms {
  readonly amountMinXof: Xof;
  readonly amountMaxXof: Xof;
  /** What goes on chain must be worth its fee, and above the dust that no node forwards. */
  readonly onchainMinSats: Sats;
  /** What a transaction on chain is expected to cost. */
  readonly onchainFeeSats: Sats;
  /** The least that a way over Lightning takes: there none is free, and some nodes take more of each order. */
  readonly lightningFee: WayFee;
  /** The most of an order's sats that their way over Lightning may cost; its spread bounds it too. */
  readonly feeLimitShare: BasisPoints;
  /** Outside of them there is no price. */
  readonly bands: PriceBands;
  readonly paymentWindowMs: number;
  /** How long after the payment window an invoice must still be payable. */
  readonly invoiceMarginMs: number;
}

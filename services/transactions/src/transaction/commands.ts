import type {
  PaymentDiscrepancy,
  PaymentFailureReason,
  PayoutFailureReason,
  ReceiverKind,
  TransactionType,
} from "@sanu/contracts";
import type {
  AccountId,
  Instant,
  PaymentId,
  PayoutId,
  Sats,
  TransactionId,
  Xof,
  XofPerBtc,
} from "@sanu/kernel";

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
  readonly paymentId: PaymentId;
  readonly paymentReference: string;
  readonly channel: string;
  readonly payerHmac: string;
  readonly receiver: OrderedReceiver;
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

/** The house's terms at the moment of the order. */
export interface Terms {
  readonly amountMinXof: Xof;
  readonly amountMaxXof: Xof;
  /** What goes on chain must be worth its fee, and above the dust that no node forwards. */
  readonly onchainMinSats: Sats;
  readonly paymentWindowMs: number;
  /** How long after the payment window an invoice must still be payable. */
  readonly invoiceMarginMs: number;
}

interface OfPayment {
  readonly paymentId: PaymentId;
  readonly causeId: string;
  readonly at: Instant;
}

/** The provider took the order to collect. */
export interface LinkPayment extends OfPayment {
  readonly kind: "link-payment";
}

/** Money is in. The payout's id and reference are used only if this leads to a payout. */
export interface ConfirmPayment extends OfPayment {
  readonly kind: "confirm-payment";
  readonly receivedXof: Xof;
  readonly payoutId: PayoutId;
  readonly payoutReference: string;
}

/** The provider said definitely that nothing will be paid. */
export interface FailPayment extends OfPayment {
  readonly kind: "fail-payment";
  readonly reason: PaymentFailureReason;
}

/** Money came in late, twice or in another amount. */
export interface ReportDiscrepancy extends OfPayment {
  readonly kind: "report-discrepancy";
  readonly discrepancy: PaymentDiscrepancy;
  readonly receivedXof: Xof;
}

interface OfPayout {
  readonly payoutId: PayoutId;
  readonly causeId: string;
  readonly at: Instant;
}

/** The receiver has the sats. `day` is the day of the business calendar. */
export interface SettlePayout extends OfPayout {
  readonly kind: "settle-payout";
  readonly amountSats: Sats;
  readonly day: string;
}

/** Nothing was sent and nothing will be. */
export interface FailPayout extends OfPayout {
  readonly kind: "fail-payout";
  readonly reason: PayoutFailureReason;
}

export type PaymentCommand = LinkPayment | ConfirmPayment | FailPayment | ReportDiscrepancy;
export type PayoutCommand = SettlePayout | FailPayout;
export type TransactionCommand = CreateTransaction | PaymentCommand | PayoutCommand;

import type {
  CountedReceipt,
  Money,
  PaymentDiscrepancy,
  PaymentFailureReason,
  PayoutFailureReason,
  RefundFailureReason,
  VerdictSaid,
} from "@sanu/contracts";
import type { AccountId, CaseId, Instant, PaymentId, PayoutId, RefundId, Sats } from "@sanu/kernel";
import type { CreateTransaction } from "./create-command.ts";
import type { EventOf, HoldCause } from "./events.ts";

interface OfPayment {
  readonly paymentId: PaymentId;
  readonly causeId: string;
  readonly at: Instant;
}

/** The provider took the order to collect. */
export interface LinkPayment extends OfPayment {
  readonly kind: "link-payment";
}

/** Money that came in. The refund's id is used only if this money has to go back. */
export interface ReceivedMoney extends OfPayment {
  readonly received: Money;
  /** The rail's own name of this money. */
  readonly receiptId: string;
  readonly refundId: RefundId;
}

/** Money is in. The payout's id and reference are used only if this leads to a payout. */
export interface ConfirmPayment extends ReceivedMoney {
  readonly kind: "confirm-payment";
  readonly payoutId: PayoutId;
  readonly payoutReference: string;
  /** Why its payout does not begin. */
  readonly heldFor?: HoldCause | undefined;
}

/** The provider said definitely that nothing will be paid. */
export interface FailPayment extends OfPayment {
  readonly kind: "fail-payment";
  readonly reason: PaymentFailureReason;
}

export interface ReportDiscrepancy extends ReceivedMoney {
  readonly kind: "report-discrepancy";
  readonly discrepancy: PaymentDiscrepancy;
}

export interface PaymentUnknown extends OfPayment {
  readonly kind: "payment-unknown";
}

interface OfPayout {
  readonly payoutId: PayoutId;
  readonly causeId: string;
  readonly at: Instant;
}

/** The receiver has it. `day` is the day of the business calendar. */
export interface SettlePayout extends OfPayout {
  readonly kind: "settle-payout";
  readonly sent: Money;
  readonly fee: Money;
  readonly day: string;
}

/** Why a failure is nobody's who ordered: what we hold was not enough, or two of the staff said it. */
export type Uncounted = "our-side" | "verdict";

/** Nothing was sent and nothing will be. */
export interface FailPayout extends OfPayout {
  readonly kind: "fail-payout";
  readonly uncounted?: Uncounted | undefined;
  readonly reason: PayoutFailureReason;
  readonly refundId: RefundId;
}

export interface PayoutUnknown extends OfPayout {
  readonly kind: "payout-unknown";
}

interface OfRefund {
  readonly refundId: RefundId;
  readonly causeId: string;
  readonly at: Instant;
}

export interface SettleRefund extends OfRefund {
  readonly kind: "settle-refund";
  readonly money: Money;
  /** What the rail took from us for it; null where it does not tell. */
  readonly fee: Money | null;
}

export interface FailRefund extends OfRefund {
  readonly kind: "fail-refund";
  readonly uncounted?: Uncounted | undefined;
  readonly reason: RefundFailureReason | PayoutFailureReason;
}

export interface RefundUnknown extends OfRefund {
  readonly kind: "refund-unknown";
}

/** The provider took back a receipt. */
export interface ReversePayment extends OfPayment {
  readonly kind: "reverse-payment";
  readonly money: Money;
  readonly receiptId: string;
}

/** What had been paid out is with us again. */
export interface ReversePayout extends OfPayout {
  readonly kind: "reverse-payout";
  readonly money: Money;
}

/** What had gone back is with us again. */
export interface ReverseRefund extends OfRefund {
  readonly kind: "reverse-refund";
  readonly money: Money;
}

export interface CancelTransaction {
  readonly kind: "cancel";
  readonly at: Instant;
}

export interface ProvideRefundInvoice {
  readonly kind: "provide-refund-invoice";
  readonly invoice: {
    readonly hmac: string;
    readonly amountSats: Sats | null;
    readonly expiresAt: Instant;
  };
  readonly invoiceMarginMs: number;
  readonly refundId: RefundId;
  readonly at: Instant;
}

/**
 * Somebody of the staff ends a review. `close`: nothing has to be done. `refund`: what is owed goes back by our
 * rails.
 */
export interface ResolveReview {
  readonly kind: "resolve-review";
  readonly resolution: "close" | "refund";
  readonly resolvedBy: AccountId;
  /** As many as can be needed; the first ones are used. */
  readonly refundIds: readonly RefundId[];
  /** The day of the business calendar. */
  readonly day: string;
  readonly at: Instant;
}

/** Two of the staff say that what is owed of a receipt was given back outside our rails. */
export interface SettleByHand {
  readonly kind: "settle-by-hand";
  readonly receiptId: string;
  /** Somebody said so before facts answered that it is owed to nobody: its payer has it twice. */
  readonly isSaidBefore?: true;
  readonly caseId: CaseId;
  readonly at: Instant;
}

/** Two of the staff say what became of money that a provider moved back, or of a refund kept a part of. */
export interface SettleDebt extends Debt {
  readonly kind: "settle-debt";
  readonly by: EventOf<"TransactionDebtSettled">["by"];
  readonly caseId: CaseId;
  readonly at: Instant;
}

export type Debt = Pick<EventOf<"TransactionDebtSettled">, "of" | "receiptId">;

/** The account is suspended: nobody shall be asked for money, and nothing sent. */
export interface HoldAccount {
  readonly kind: "hold-account";
  readonly at: Instant;
}

/** Payouts took a payout back before anybody was asked to send it. */
export interface WithholdPayout extends OfPayout {
  readonly kind: "withhold-payout";
}

/** Two of the staff decide about what is held. The ids are used as the verdict needs them. */
export interface DecideHeld {
  readonly kind: "decide-held";
  readonly verdict: "release" | "refund";
  readonly payoutId: PayoutId;
  readonly payoutReference: string;
  readonly refundId: RefundId;
  readonly causeId: string;
  readonly at: Instant;
}

/** A service says that the provider contradicts a verdict of the staff. `receipt`: what came in that nobody knew of. */
export interface ReportContradiction {
  readonly kind: "report-contradiction";
  readonly found: "arrived" | "never";
  readonly receipt: { readonly receiptId: string; readonly money: Money } | null;
  /** Which refund it is about; null where it is about none. */
  readonly refundId: RefundId | null;
  /** Which payout it is about; null where it is about none. */
  readonly payoutId: PayoutId | null;
  /** How much of that refund arrived, where it is told. */
  readonly arrived?: Money | undefined;
  /** Which receipts that had been counted it is about, where it says. */
  readonly counted?: readonly CountedReceipt[] | undefined;
  readonly causeId: string;
  readonly at: Instant;
}

/** Two of the staff say whether a receipt came that its provider denies, and how much. The ids are used as the verdict needs them. */
export interface DecideDenied {
  readonly kind: "decide-denied";
  readonly receiptId: string;
  /** `other-amount`: as much came as its provider shows by now. */
  readonly verdict: VerdictSaid | "other-amount";
  /** Its account is suspended by now: what was held for the denial is held on. */
  readonly isSuspended?: true;
  readonly payoutId: PayoutId;
  readonly payoutReference: string;
  readonly refundId: RefundId;
  readonly caseId: CaseId;
  readonly at: Instant;
}

export type PaymentCommand =
  | LinkPayment
  | ConfirmPayment
  | FailPayment
  | ReportDiscrepancy
  | PaymentUnknown;
export type PayoutCommand = SettlePayout | FailPayout | PayoutUnknown;
export type RefundCommand = SettleRefund | FailRefund | RefundUnknown;
export type ReversalCommand = ReversePayment | ReversePayout | ReverseRefund;
export type OwnerCommand = CancelTransaction | ProvideRefundInvoice;
export type HoldCommand = HoldAccount | WithholdPayout | DecideHeld;
export type FactCommand =
  | PaymentCommand
  | PayoutCommand
  | RefundCommand
  | ReversalCommand
  | WithholdPayout
  | ReportContradiction;
export type TransactionCommand =
  | CreateTransaction
  | FactCommand
  | HoldCommand
  | OwnerCommand
  | DecideDenied
  | ResolveReview
  | SettleByHand
  | SettleDebt;

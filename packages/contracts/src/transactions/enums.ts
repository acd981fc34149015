import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { InstantText, idOf, type Money, MoneyText, XofPerBtcText } from "../texts.ts";

export const TransactionType = z.enum(["BUY_BITCOIN", "SELL_BITCOIN"]);
export type TransactionType = z.infer<typeof TransactionType>;

/** The public status of a transaction; also the values of both progress legs. */
export const TransactionStatus = z.enum(["PENDING", "PROCESSING", "COMPLETED", "FAILED"]);
export type TransactionStatus = z.infer<typeof TransactionStatus>;

/** What kind of place the bitcoin goes to; never the place itself. */
export const ReceiverKind = z.enum(["lightning-address", "bolt11", "lnurl", "onchain"]);
export type ReceiverKind = z.infer<typeof ReceiverKind>;

/** HMAC-SHA-256 (base64url) of a destination under the person's own key. */
export const DestinationHmac = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Where refunded money goes: to the payer's number, to the seller's address, or to an invoice she gave for it. */
export const RefundDestination = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("payer") }),
  z.object({
    kind: z.literal("receiver"),
    receiverKind: ReceiverKind,
    receiverHmac: DestinationHmac,
  }),
  z.object({ kind: z.literal("invoice"), receiverHmac: DestinationHmac }),
]);
export type RefundDestination = z.output<typeof RefundDestination>;

/** Why money in ended without money. */
export const PaymentFailureReason = z.enum([
  "declined",
  "insufficient-funds",
  "expired",
  "cancelled",
  "refused-by-provider",
  /** The sats of a sale were only held, and were let go: its XOF could not have been sent. */
  "payout-unavailable",
]);
export type PaymentFailureReason = z.infer<typeof PaymentFailureReason>;

/** Why a transaction failed; on its failure nothing is owed. */
export const TransactionFailureReason = z.enum([
  ...PaymentFailureReason.options,
  /** The money could not go out and was refunded. */
  "payout-failed",
  /** Another amount came in and was refunded. */
  "amount-mismatch",
  /** Somebody of the staff refunded the money. */
  "resolved-by-staff",
]);
export type TransactionFailureReason = z.infer<typeof TransactionFailureReason>;

/** Money that came in otherwise than asked for. */
export const PaymentDiscrepancy = z.enum(["late", "duplicate", "amount-mismatch"]);
export type PaymentDiscrepancy = z.infer<typeof PaymentDiscrepancy>;

/** Why money out failed for good. */
export const PayoutFailureReason = z.enum([
  "no-route",
  "refused-by-receiver",
  "destination-changed",
  "destination-unusable",
]);
export type PayoutFailureReason = z.infer<typeof PayoutFailureReason>;

/** Why money that came in goes back. */
export const RefundReason = z.enum([
  "payout-failed",
  "payment-late",
  "payment-duplicate",
  "payment-amount-mismatch",
  /** Somebody of the staff ordered it. */
  "review",
]);
export type RefundReason = z.infer<typeof RefundReason>;

/** Why money could not go back, for good. */
export const RefundFailureReason = z.enum([
  "wallet-refused",
  "not-refundable",
  "refused-by-provider",
  ...PayoutFailureReason.options,
]);
export type RefundFailureReason = z.infer<typeof RefundFailureReason>;

/** Why a person has to look at a transaction. */
export const ReviewReason = z.enum([
  "payout-failed",
  "payment-late",
  "payment-duplicate",
  "payment-amount-mismatch",
  /** Two services said what cannot both be true, for example that a completed payment failed. */
  "contradicting-facts",
  /** Money could not go back to the payer. */
  "refund-failed",
  /** A leg, or a refund, has been unknown for longer than the exchange waits. */
  "outcome-unknown",
  /** Sats have to go back and there is nowhere to send them to: the seller is asked for an invoice. */
  "return-address-needed",
]);
export type ReviewReason = z.infer<typeof ReviewReason>;

export const ReviewResolution = z.enum([
  "closed",
  "refund-ordered",
  "refunded-by-hand",
  /** Nobody had to do anything: what came later answered the question. */
  "overtaken",
]);
export type ReviewResolution = z.infer<typeof ReviewResolution>;

/** What keeps an account from being closed. */
export const OpenBusiness = z.enum(["transaction", "refund", "review"]);
export type OpenBusiness = z.infer<typeof OpenBusiness>;

/** A list of what a person saved for her next orders. */
export const WalletList = z.enum(["receivers", "numbers"]);
export type WalletList = z.infer<typeof WalletList>;

/** Why a person has to look at something, whether a review of a transaction or a finding of another service asks. */
export const CaseKind = z.enum([
  /** A payment, a payout or a refund has been unknown for longer than the exchange waits. */
  "outcome-unknown",
  "refund-failed",
  /** Sats have to go back and there is nowhere to send them to. */
  "refund-address-needed",
  "contradicting-facts",
  /** A provider says that money never came which was counted: it goes neither on nor back. */
  "payment-denied",
  /** A provider shows another amount under the name of money that was counted: it goes neither on nor back. */
  "payment-amount-differs",
  "payment-reversed",
  "payout-reversed",
  "refund-reversed",
  "refund-amount-differs",
  "statement-difference",
  "balance-difference",
  "private-rows-lost",
  /** What was ordered is in, and its account suspended: nothing goes out. */
  "account-held",
]);
export type CaseKind = z.infer<typeof CaseKind>;

/** What a case is about. Of a rail account and of a receipt `id` is its name, else the id of what it names. */
export const CaseSubject = z.object({
  kind: z.enum(["transaction", "payment", "receipt", "payout", "refund", "rail-account"]),
  id: z.string().min(1),
});
export type CaseSubject = z.output<typeof CaseSubject>;

export const CaseStatus = z.enum(["open", "proposed", "approved", "closed"]);
export type CaseStatus = z.infer<typeof CaseStatus>;

/** A part of a transaction that moves money outside, and so can stay unknown. */
export const Leg = z.enum(["payment", "payout", "refund"]);
export type Leg = z.infer<typeof Leg>;

/** Who moves the money of a leg: payments takes it in and gives francs back, payouts sends all else. What one of them leaves is the other's. */
export function moverOf(leg: Leg, { currency }: Pick<Money, "currency">): "payments" | "payouts" {
  const isPayments = leg === "payment" || (leg === "refund" && currency === "XOF");
  return isPayments ? "payments" : "payouts";
}

/** What two of the staff say of an attempt that no provider answers for: it arrived, or it did not and never will. */
export const Verdict = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("arrived"),
    /** The provider's own name of the money. */
    providerReference: z.string().min(1),
    money: MoneyText,
  }),
  z.object({ kind: z.literal("never") }),
]);
export type Verdict = z.output<typeof Verdict>;

/**
 * What one of the staff proposes and another one approves. `close`: it is settled, and nothing more has to be done.
 * `release`, `refund`: what is held goes on to where it was ordered, or back. `paid-by-hand`: what was owed was given
 * outside our rails, under this name. `recovered`: what a provider took back from us its payer paid again.
 * `written-off`: he never will. `came`, `never-came`: whether the receipt that a case is about did. `other-amount`: it came as the amount
 * that its provider shows by now.
 */
export const Proposed = z.discriminatedUnion("kind", [
  ...Verdict.options,
  z.object({ kind: z.literal("close") }),
  z.object({ kind: z.literal("release") }),
  z.object({ kind: z.literal("refund") }),
  z.object({ kind: z.literal("paid-by-hand"), providerReference: z.string().min(1) }),
  z.object({ kind: z.literal("recovered"), providerReference: z.string().min(1) }),
  z.object({ kind: z.literal("written-off") }),
  z.object({ kind: z.literal("came") }),
  z.object({ kind: z.literal("never-came") }),
  z.object({ kind: z.literal("other-amount") }),
]);
export type Proposed = z.output<typeof Proposed>;

export const proposedKinds = [
  "arrived",
  "never",
  "close",
  "release",
  "refund",
  "paid-by-hand",
  "recovered",
  "written-off",
  "came",
  "never-came",
  "other-amount",
] as const satisfies readonly Proposed["kind"][];

/** Money in, or out, over mobile money. */
export const ConnectorDirection = z.enum(["collection", "disbursement"]);
export type ConnectorDirection = z.infer<typeof ConnectorDirection>;

export const Frequency = z.enum(["day", "week", "month"]);
export type Frequency = z.infer<typeof Frequency>;

export const StandingOrderStatus = z.enum(["ACTIVE", "PAUSED", "ENDED"]);
export type StandingOrderStatus = z.infer<typeof StandingOrderStatus>;

/** Why a standing order ended. */
export const StandingOrderEnding = z.enum([
  /** It ordered all that it was to order. */
  "done",
  "until-reached",
  "cancelled",
  /** It failed too often in a row. */
  "failing",
  /** Its account was closed: by its owner, or because she is erased. */
  "account-closed",
]);
export type StandingOrderEnding = z.infer<typeof StandingOrderEnding>;

/** What became of a moment at which a standing order was due. */
export const OccurrenceOutcome = z.enum(["ORDERED", "REFUSED", "SKIPPED"]);
export type OccurrenceOutcome = z.infer<typeof OccurrenceOutcome>;

/** When a standing order is due: once, when the rate reaches a price, or again and again by the calendar. */
export const OrderTrigger = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("price"),
    priceXofPerBtc: XofPerBtcText.describe(
      "A purchase waits for a rate at or below it, a sale for one at or above.",
    ),
  }),
  z.object({
    kind: z.literal("schedule"),
    every: Frequency,
    day: z
      .int()
      .min(1)
      .max(31)
      .nullable()
      .describe(
        "Of the week from Monday, 1, or of the month, whose last day stands for those that it " +
          "has not; null every day.",
      ),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .describe("`HH:MM` of the business time zone."),
  }),
]);
export type OrderTrigger = z.output<typeof OrderTrigger>;

/** What became of a due moment. */
export const Occurred = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ordered"),
    transactionId: idOf<TransactionId>(),
    payUntil: InstantText.describe("When its payment page closes."),
  }),
  z.object({
    kind: z.literal("refused"),
    code: z.string().describe("The problem that an order of a person would have got."),
  }),
  z.object({
    kind: z.literal("skipped"),
    code: z.enum(["late", "account-suspended"]),
  }),
]);
export type Occurred = z.output<typeof Occurred>;

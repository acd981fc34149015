import type { PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "../fact.ts";
import { payoutsRefundFacts } from "../refund-facts.ts";
import { payoutsStatementFacts } from "../statement-facts.ts";
import { InstantText, idOf, MoneyText } from "../texts.ts";
import { PayoutFailureReason } from "../transactions/enums.ts";

const fact = factsOf("payouts");

const ofPayout = {
  payoutId: idOf<PayoutId>(),
  transactionId: idOf<TransactionId>(),
};

/** The receiver has the sats, or the XOF of a sale, proven by the rail. */
export const PayoutSettled = fact("PayoutSettled", {
  ...ofPayout,
  sent: MoneyText,
  fee: MoneyText,
  settledAt: InstantText,
});

/** The rail said definitely that nothing was and nothing will be sent. */
export const PayoutFailed = fact("PayoutFailed", {
  ...ofPayout,
  reason: PayoutFailureReason,
  failedAt: InstantText,
});

/** Nobody could find out for a long time whether the receiver has it; it is asked about further. */
export const PayoutOutcomeUnknown = fact("PayoutOutcomeUnknown", {
  ...ofPayout,
  since: InstantText,
});

/** What had been paid out is with us again, by the provider's word; said once. Its fee need not be. */
export const PayoutReversed = fact("PayoutReversed", {
  ...ofPayout,
  money: MoneyText,
  /** The provider's own name of the payout; null where it gave none. */
  providerReference: z.string().nullable(),
  reversedAt: InstantText,
});

export const payoutsFacts = [
  PayoutSettled,
  PayoutFailed,
  PayoutOutcomeUnknown,
  PayoutReversed,
  ...Object.values(payoutsRefundFacts),
  ...Object.values(payoutsStatementFacts),
] as const;

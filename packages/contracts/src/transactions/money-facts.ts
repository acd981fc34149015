import type { CaseId, PayoutId, RefundId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { byVerdict } from "../event.ts";
import { factsOf } from "../fact.ts";
import { InstantText, idOf, MoneyText } from "../texts.ts";

const fact = factsOf("transactions");
const ofTransaction = { transactionId: idOf<TransactionId>() };
const receiptId = z.string().describe("Which receipt this is about, by payments' own name of it.");
const reversal = { money: MoneyText, reversedAt: InstantText };

/**
 * What the exchange books beside orders, payments and payouts, at the moment at which it does: with the other facts of
 * transactions they make every entry of the ledger. Releases up to 0.1.0 did not publish them.
 */
export const TransactionPayoutHeld = fact(
  "TransactionPayoutHeld",
  "What was ordered is in and goes nowhere until two of the staff decide.",
  {
    ...ofTransaction,
    receiptId,
    payoutId: idOf<PayoutId>()
      .nullable()
      .describe("The payout that was withheld; null where there was none yet."),
    heldAt: InstantText,
  },
);

export const TransactionRefundSettled = fact(
  "TransactionRefundSettled",
  "Money that came in is back, by the rail's proof or by the word of the staff: the exchange has booked it.",
  {
    ...ofTransaction,
    receiptId,
    refundId: idOf<RefundId>()
      .nullable()
      .describe("Null where the staff refunded it outside our rails."),
    fee: MoneyText.nullable().describe("What the rail took from us; null where it was not told."),
    arrived: MoneyText.optional().describe(
      "What arrived, present where that is another amount than went back.",
    ),
    ...byVerdict,
    settledAt: InstantText,
  },
);

export const TransactionPaymentReversed = fact(
  "TransactionPaymentReversed",
  "The exchange has booked that a provider took back a receipt, or that by a verdict it never came, or as less: then what did not come.",
  { ...ofTransaction, receiptId, ...reversal, ...byVerdict },
);

export const TransactionPayoutReversed = fact(
  "TransactionPayoutReversed",
  "The exchange has booked that what had been paid out is with us again.",
  { ...ofTransaction, payoutId: idOf<PayoutId>(), ...reversal },
);

export const TransactionRefundReversed = fact(
  "TransactionRefundReversed",
  "The exchange has booked that what had gone back is with us again, and owed as before.",
  { ...ofTransaction, receiptId, refundId: idOf<RefundId>(), ...reversal },
);

export const TransactionDebtSettled = fact(
  "TransactionDebtSettled",
  "Two of the staff have said what became of money that a provider moved back, or of a refund that it kept a part of.",
  {
    ...ofTransaction,
    of: z.enum(["payment", "payout", "refund"]),
    receiptId: receiptId.nullable().describe("Of a payment or a refund; null of a payout."),
    by: z
      .enum(["paid-by-hand", "recovered", "written-off"])
      .describe(
        "How the debt ended: paid outside our rails, paid again by its payer, or given up.",
      ),
    caseId: idOf<CaseId>(),
    settledAt: InstantText,
  },
);

export const transactionsMoneyFacts = [
  TransactionPayoutHeld,
  TransactionRefundSettled,
  TransactionPaymentReversed,
  TransactionPayoutReversed,
  TransactionRefundReversed,
  TransactionDebtSettled,
] as const;

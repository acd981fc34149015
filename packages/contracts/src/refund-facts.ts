import type { RefundId, TransactionId } from "@sanu/kernel";
import { byVerdict, ofOurSide } from "./event.ts";
import { factsOf } from "./fact.ts";
import { InstantText, idOf, MoneyText } from "./texts.ts";
import { RefundFailureReason } from "./transactions/enums.ts";

const ofRefund = {
  refundId: idOf<RefundId>(),
  transactionId: idOf<TransactionId>(),
};

/** The same three facts from whoever refunds: XOF by payments, sats by payouts, each under its own subjects. */
function defineRefundFacts(service: "payments" | "payouts") {
  const fact = factsOf(service);
  return {
    RefundSettled: fact(
      "RefundSettled",
      "Whoever sent the money has it again, proven by the rail.",
      {
        ...ofRefund,
        ...byVerdict,
        money: MoneyText,
        fee: MoneyText.nullable().describe(
          "What the rail took from us for it; null where it does not tell.",
        ),
        settledAt: InstantText,
      },
    ),
    RefundFailed: fact(
      "RefundFailed",
      "The rail said definitely that this money did not go back and will not, to this " +
        "destination.",
      {
        ...ofRefund,
        ...byVerdict,
        ...ofOurSide,
        reason: RefundFailureReason,
        failedAt: InstantText,
      },
    ),
    RefundOutcomeUnknown: fact(
      "RefundOutcomeUnknown",
      "Nobody could find out for a long time whether the refund arrived; its status " +
        "is checked further.",
      { ...ofRefund, since: InstantText },
    ),
  } as const;
}

export type RefundFacts = ReturnType<typeof defineRefundFacts>;

export const paymentsRefundFacts = defineRefundFacts("payments");
export const payoutsRefundFacts = defineRefundFacts("payouts");

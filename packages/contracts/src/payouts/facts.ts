import type { PayoutId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { byVerdict, ofOurSide } from "../event.ts";
import { factsOf } from "../fact.ts";
import { payoutsOutcomeFacts } from "../outcome-facts.ts";
import { payoutsRefundFacts } from "../refund-facts.ts";
import { payoutsStatementFacts } from "../statement-facts.ts";
import { InstantText, idOf, MoneyText } from "../texts.ts";
import { PayoutFailureReason } from "../transactions/enums.ts";
import { payoutsVerdictFacts } from "../verdict-facts.ts";

const fact = factsOf("payouts");

const ofPayout = {
  payoutId: idOf<PayoutId>(),
  transactionId: idOf<TransactionId>(),
};

export const PayoutSettled = fact(
  "PayoutSettled",
  "The receiver has the sats, or the XOF of a sale, proven by the rail.",
  {
    ...ofPayout,
    ...byVerdict,
    sent: MoneyText,
    fee: MoneyText,
    settledAt: InstantText,
  },
);

export const PayoutFailed = fact(
  "PayoutFailed",
  "The rail said definitely that nothing was and nothing will be sent.",
  {
    ...ofPayout,
    ...byVerdict,
    ...ofOurSide,
    reason: PayoutFailureReason,
    failedAt: InstantText,
  },
);

export const PayoutOutcomeUnknown = fact(
  "PayoutOutcomeUnknown",
  "Nobody could find out for a long time whether the receiver has it; it is asked " +
    "about further.",
  {
    ...ofPayout,
    since: InstantText,
  },
);

export const PayoutReversed = fact(
  "PayoutReversed",
  "What had been paid out is with us again, by the provider's word; said once. Its " +
    "fee need not be.",
  {
    ...ofPayout,
    money: MoneyText,
    providerReference: z
      .string()
      .nullable()
      .describe("The provider's own name of the payout; null where it gave none."),
    reversedAt: InstantText,
  },
);

export const PayoutWithheld = fact(
  "PayoutWithheld",
  "Nothing of it is on its way, and nobody will be asked for it: transactions held it. " +
    "Another one may follow.",
  { ...ofPayout, withheldAt: InstantText },
);

/** Over what a payout goes out: each is paid from a float of its own. */
export const PayoutRail = z.enum(["disbursement", "lightning", "onchain"]);
export type PayoutRail = z.infer<typeof PayoutRail>;

export const FloatReported = fact(
  "FloatReported",
  "What an account of ours could pay out, as its provider said. Two reports of one " +
    "float are ordered by `observedAt`; a payout whose fact was recorded before it had " +
    "left the float by then.",
  {
    rail: PayoutRail,
    account: z
      .string()
      .min(1)
      .max(100)
      .describe(
        "The provider and its name of the account, the same for ever: `sandbox/disbursement`.",
      ),
    channels: z
      .array(z.string())
      .nullable()
      .describe(
        "The channels of mobile money that are paid from it; null where all are, " +
          "or there are none.",
      ),
    available: MoneyText,
    held: MoneyText.optional().describe(
      "All that is ours there, in the same currency: channels whose peer is away and coins " +
        "without a block too. Absent where it is what could be paid out.",
    ),
    observedAt: InstantText.describe(
      "By the clock of payouts' database, just before the provider was asked.",
    ),
  },
);

export const payoutsFacts = [
  FloatReported,
  PayoutSettled,
  PayoutFailed,
  PayoutOutcomeUnknown,
  PayoutReversed,
  PayoutWithheld,
  ...Object.values(payoutsRefundFacts),
  ...Object.values(payoutsStatementFacts),
  ...Object.values(payoutsVerdictFacts),
  ...Object.values(payoutsOutcomeFacts),
] as const;

import type { CaseId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { ofCounted, VerdictSaid } from "./event.ts";
import { factsOf } from "./fact.ts";
import { CountedReceipt, InstantText, idOf, MoneyText } from "./texts.ts";
import { Leg } from "./transactions/enums.ts";

/** The same fact from whoever concludes: payments and payouts, each under its own subjects. */
function defineVerdictFacts(service: "payments" | "payouts") {
  const fact = factsOf(service);
  return {
    VerdictContradicted: fact(
      "VerdictContradicted",
      "The provider says definitely what contradicts a verdict, before it or behind " +
        "it. No money moves by that.",
      {
        caseId: idOf<CaseId>(),
        transactionId: idOf<TransactionId>(),
        leg: Leg,
        subjectId: idOf<string>().describe("The payment, the payout or the refund."),
        found: VerdictSaid.describe("What the provider says."),
        receipt: z
          .object({ receiptId: z.string().min(1), money: MoneyText })
          .nullable()
          .describe("What came in that the verdict knows nothing of; null where nothing did."),
        arrived: MoneyText.optional().describe(
          "How much of a refund arrived by that word; absent where nothing did, or nobody says.",
        ),
        ...ofCounted(CountedReceipt),
        foundAt: InstantText,
      },
    ),
  } as const;
}

export type VerdictFacts = ReturnType<typeof defineVerdictFacts>;

export const paymentsVerdictFacts = defineVerdictFacts("payments");
export const payoutsVerdictFacts = defineVerdictFacts("payouts");

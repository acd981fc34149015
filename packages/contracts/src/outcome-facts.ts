import type { TransactionId } from "@sanu/kernel";
import { contradictedOutcome, ofCounted } from "./event.ts";
import { factsOf } from "./fact.ts";
import { CountedReceipt, idOf, MoneyText } from "./texts.ts";
import { Leg } from "./transactions/enums.ts";

/** The same fact from payments and payouts, each under its own subjects. */
function defineOutcomeFacts(service: "payments" | "payouts") {
  const fact = factsOf(service);
  return {
    OutcomeContradicted: fact(
      "OutcomeContradicted",
      "The provider says definitely otherwise of money than it said definitely before. No money moves by that.",
      {
        transactionId: idOf<TransactionId>(),
        leg: Leg,
        subjectId: idOf<string>(),
        ...contradictedOutcome,
        arrived: MoneyText.optional().describe(
          "How much of a refund arrived by that word; absent where nothing did, or nobody says.",
        ),
        ...ofCounted(CountedReceipt),
      },
    ),
  } as const;
}

export type OutcomeFacts = ReturnType<typeof defineOutcomeFacts>;

export const paymentsOutcomeFacts = defineOutcomeFacts("payments");
export const payoutsOutcomeFacts = defineOutcomeFacts("payouts");

import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "./fact.ts";
import { DifferenceKind, MovementSide, SignedWholeText } from "./statements/enums.ts";
import { InstantText, idOf } from "./texts.ts";

const ofDifference = { differenceId: z.uuid(), provider: z.string(), account: z.string() };

/** The same facts from whoever moves money: each compares the accounts of its own rails. */
function defineStatementFacts(service: "payments" | "payouts") {
  const fact = factsOf(service);
  return {
    StatementDifferenceFound: fact(
      "StatementDifferenceFound",
      "A statement says something else than our books, and did so for longer than the " +
        "grace. Once for each difference.",
      {
        ...ofDifference,
        kind: DifferenceKind,
        name: z
          .string()
          .optional()
          .describe(
            "Under which the two were compared: ours, or the provider's of a receipt. A release " +
              "of before says none.",
          ),
        reference: z
          .string()
          .nullable()
          .describe(
            "The provider's name of the movement; null where only we have it, and " +
              "for a balance.",
          ),
        key: z.string().nullable().describe("Ours, by which the two were compared."),
        subjectId: z
          .uuid()
          .nullable()
          .describe("The payment, payout or refund; null where we have none."),
        transactionId: idOf<TransactionId>().nullable(),
        booked: MovementSide.nullable(),
        stated: MovementSide.nullable(),
        occurredAt: InstantText.describe("When it moved."),
        foundAt: InstantText,
      },
    ),
    StatementDifferenceResolved: fact(
      "StatementDifferenceResolved",
      "A later statement, or a later entry of ours, agrees, or another difference has taken its " +
        "place.",
      {
        ...ofDifference,
        kind: DifferenceKind,
        transactionId: idOf<TransactionId>().nullable(),
        foundAt: InstantText.describe(
          "Of the finding that this answers: a difference can be found again.",
        ),
        resolvedAt: InstantText,
      },
    ),
    AccountBalanceStated: fact(
      "AccountBalanceStated",
      "What a provider says an account held at a moment: the ledger's float is " +
        "compared with it.",
      {
        provider: z.string(),
        account: z.string(),
        currency: z.enum(["XOF", "SATS"]),
        balance: SignedWholeText.describe("Below zero where it is overdrawn."),
        statedAt: InstantText,
      },
    ),
  } as const;
}

export type StatementFacts = ReturnType<typeof defineStatementFacts>;

export const paymentsStatementFacts = defineStatementFacts("payments");
export const payoutsStatementFacts = defineStatementFacts("payouts");

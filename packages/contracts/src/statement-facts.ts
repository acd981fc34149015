import type { TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { factsOf } from "./fact.ts";
import { InstantText, idOf } from "./texts.ts";

/** How a provider's statement and our books differ about one movement, or about the account as a whole. */
export const DifferenceKind = z.enum([
  "missing-at-us",
  "missing-at-provider",
  "other-amount",
  "other-state",
  "other-fee",
  /** The same movement in another direction, or of another sort. */
  "other-kind",
  "doubled",
  /** The statement's lines do not lead from its opening to its closing balance. */
  "other-balance",
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

export const MovementKind = z.enum([
  "collection",
  "refund",
  "disbursement",
  "capture",
  "send",
  "transfer-in",
  "transfer-out",
]);
export type MovementKind = z.infer<typeof MovementKind>;

export const MovementState = z.enum(["pending", "settled", "failed", "reversed"]);
export type MovementState = z.infer<typeof MovementState>;

/** A whole number of francs or satoshis, also below zero. */
export const SignedWholeText = z.string().regex(/^-?(?:0|[1-9]\d{0,17})$/);

/** What one side says, in whole francs or satoshis; a balance has neither kind, state nor fee. */
export const MovementSide = z.object({
  kind: MovementKind.nullable(),
  state: MovementState.nullable(),
  currency: z.enum(["XOF", "SATS"]),
  amount: SignedWholeText,
  fee: SignedWholeText.nullable(),
});
export type MovementSide = z.infer<typeof MovementSide>;

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
      "A later statement, or a later entry of ours, agrees.",
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

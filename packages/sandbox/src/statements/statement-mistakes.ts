import { z } from "zod";
import {
  type StatedKind,
  type StatedLine,
  type StatementAccount,
  statementAccounts,
} from "./statement-book.ts";

const Reference = z.string().min(1).max(200);
const By = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);

/** What a statement says wrongly. All but `balance` are wrong consistently: the balances follow the lines shown. */
export const StatementMistake = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("missing"), reference: Reference }),
  z.object({ kind: z.literal("doubled"), reference: Reference }),
  z.object({ kind: z.literal("amount"), reference: Reference, by: By }),
  z.object({ kind: z.literal("fee"), reference: Reference, by: By }),
  z.object({
    kind: z.literal("state"),
    reference: Reference,
    status: z.enum(["pending", "failed", "reversed"]),
  }),
  /** Money in is shown as money out, and the other way round. */
  z.object({ kind: z.literal("direction"), reference: Reference }),
  /** A line of its own, like the one it stands behind, under names that nobody knows. */
  z.object({ kind: z.literal("extra"), reference: Reference }),
  z.object({ kind: z.literal("balance"), account: z.enum(statementAccounts), by: By }),
]);
export type StatementMistake = z.output<typeof StatementMistake>;

/** Makes statements lie, until they are corrected. */
export interface StatementMistakes {
  readonly add: (mistake: StatementMistake) => void;
  readonly clear: () => void;
  readonly shown: (line: StatedLine) => readonly StatedLine[];
  readonly balanceOffOf: (account: StatementAccount) => bigint;
}

export function createStatementMistakes(): StatementMistakes {
  let mistakes: StatementMistake[] = [];
  return {
    add: (mistake) => void mistakes.push(mistake),
    clear: () => void (mistakes = []),
    shown: (line) =>
      mistakes.reduce<readonly StatedLine[]>(
        (lines, mistake) =>
          "reference" in mistake && mistake.reference === line.reference
            ? spoilt(lines, line, mistake)
            : lines,
        [line],
      ),
    balanceOffOf: (account) =>
      mistakes.reduce(
        (sum, mistake) =>
          mistake.kind === "balance" && mistake.account === account ? sum + mistake.by : sum,
        0n,
      ),
  };
}

function spoilt(
  lines: readonly StatedLine[],
  line: StatedLine,
  mistake: Exclude<StatementMistake, { readonly kind: "balance" }>,
): readonly StatedLine[] {
  switch (mistake.kind) {
    case "missing":
      return [];
    case "doubled":
      return [...lines, line];
    case "amount":
      return lines.map((one) => ({ ...one, amount: one.amount + mistake.by }));
    case "fee":
      return lines.map((one) => ({ ...one, fee: one.fee + mistake.by }));
    case "state":
      return lines.map((one) => ({ ...one, status: mistake.status }));
    case "direction":
      return lines.map((one) => ({ ...one, kind: opposite[one.kind] }));
    case "extra":
      return [...lines, { ...line, reference: `extra-${line.reference}`, key: null }];
  }
}

const opposite: Readonly<Record<StatedKind, StatedKind>> = {
  collection: "refund",
  refund: "collection",
  disbursement: "collection",
  capture: "send",
  send: "capture",
  "transfer-in": "transfer-out",
  "transfer-out": "transfer-in",
};

import type { Comparison } from "../measure.ts";
import { type RowName, targets } from "./targets.ts";

export type Verdict = "goal" | "pass" | "short" | "void";

/** One line of the report. */
export interface Row {
  readonly name: RowName;
  /** What is compared with the target: a ratio, or a measured value. */
  readonly value: number;
  readonly verdict: Verdict;
  readonly unit: string;
  readonly comparison?: Comparison;
  /** Further numbers of the same run. */
  readonly notes: Readonly<Record<string, number | string>>;
}

type Notes = Row["notes"];

/** A row about a comparison: its value is the median ratio. */
export function ratioRow(
  name: RowName,
  unit: string,
  comparison: Comparison,
  notes: Notes = {},
): Row {
  const value = comparison.ratioMedian;
  const verdict = comparison.isVoid ? "void" : verdictOf(name, value);
  return { name, value, verdict, unit, comparison, notes };
}

/** A row about one value. */
export function valueRow(name: RowName, unit: string, value: number, notes: Notes = {}): Row {
  return { name, value, verdict: verdictOf(name, value), unit, notes };
}

function verdictOf(name: RowName, value: number): Verdict {
  const { kind, limit, goal } = targets[name];
  const reaches = (bound: number) => (kind === "at-least" ? value >= bound : value <= bound);
  if (reaches(goal)) return "goal";
  return reaches(limit) ? "pass" : "short";
}

import type { PayoutRail } from "@sanu/contracts";
import type { BasisPoints } from "@sanu/kernel";
import type { BreakerTerms } from "./circuit-breaker.ts";
import { type FloatJudgement, judgeFloat } from "./judge-float.ts";
import type { FloatRow } from "./treasury-statements.ts";

/** The marks of the floats, and what else the settings say of them. */
export interface TreasuryTerms {
  /** How old a report may be, at present. */
  readonly staleAfterMs: () => number;
  readonly lowMarks: Readonly<Record<PayoutRail, bigint>>;
  readonly closedMarks: Readonly<Record<PayoutRail, bigint>>;
  readonly targets: Readonly<Record<FloatRow["currency"], bigint | null>>;
  readonly feeShare: BasisPoints;
  readonly breaker: BreakerTerms;
}

export interface JudgedFloat extends FloatRow {
  readonly judgement: FloatJudgement;
}

/** What holds for orders that would be paid from this float. */
export function judgementOf(row: FloatRow, terms: TreasuryTerms): FloatJudgement {
  const { available, held_back: heldBack, free, age_ms: ageMs, breaker } = row;
  const { probes_left: probesLeft } = row;
  const marks = { low: terms.lowMarks[row.rail], staleAfterMs: terms.staleAfterMs() };
  return judgeFloat({ available, heldBack, free, ageMs, breaker, probesLeft }, marks);
}

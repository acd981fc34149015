const caseRefusals = [
  "case-closed",
  "case-decided",
  "verdict-not-possible",
  "verdict-amount-mismatch",
  "proposal-pending",
  "proposal-not-open",
  "proposal-expired",
  "own-proposal",
] as const;

/** Why a case refuses what somebody of the staff wants; each is a problem code of the public API. */
export type CaseActionRefusal = (typeof caseRefusals)[number];

export function isCaseActionRefusal(code: string): code is CaseActionRefusal {
  return caseRefusals.some((one) => one === code);
}

export type CaseRefusal = CaseActionRefusal | "unknown-case";

/** Why a case refuses what somebody of the staff wants; all but the first are problem codes of the public API. */
export type CaseRefusal =
  | "unknown-case"
  | "case-closed"
  | "case-decided"
  | "verdict-not-possible"
  | "verdict-amount-mismatch"
  | "proposal-pending"
  | "proposal-not-open"
  | "proposal-expired"
  | "own-proposal";

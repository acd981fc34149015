import { problem } from "./problem-definition.ts";

const refused = (title: string) => problem(400, title);

/** What the staff reads when a case takes no verdict of hers. */
export const caseProblems = {
  "outcome-unknown": refused("Outcome unknown"),
  "case-closed": refused("Case closed"),
  "case-decided": refused("Case decided"),
  "two-people-needed": refused("Two people needed"),
  "verdict-not-possible": refused("Verdict not possible"),
  "verdict-amount-mismatch": refused("Verdict amount mismatch"),
  "reference-is-number": refused("Reference is a number"),
  "reference-in-use": refused("Reference in use"),
  "proposal-pending": refused("Proposal pending"),
  "proposal-not-open": refused("Proposal not open"),
  "proposal-expired": refused("Proposal expired"),
  "proposal-mismatch": refused("Proposal mismatch"),
  "proposal-outdated": problem(409, "Proposal outdated"),
  "proposal-void": refused("Proposal void"),
  "approver-too-new": problem(403, "Approver too new"),
  "own-account": problem(403, "Own account"),
  "own-proposal": problem(403, "Own proposal"),
} as const;

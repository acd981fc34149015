import type { CaseKind, Proposed } from "@sanu/contracts";
import type { Case } from "./state.ts";

const close = ["close"] as const;
const byHand = ["paid-by-hand"] as const;

/** The cases of a review that one of the staff may end, because no money is lost by that. */
export const resolvable: readonly CaseKind[] = [
  "refund-failed",
  "refund-address-needed",
  "contradicting-facts",
  "refund-reversed",
];

/** What may be proposed about a case of each kind; by hand only what it says how much of. */
export const proposable: Readonly<Record<CaseKind, readonly Proposed["kind"][]>> = {
  "outcome-unknown": ["arrived", "never"],
  "refund-failed": byHand,
  "refund-address-needed": byHand,
  "contradicting-facts": byHand,
  "payment-denied": ["came", "never-came"],
  "payment-amount-differs": ["came", "other-amount"],
  "payment-reversed": ["recovered", "written-off", "close"],
  "payout-reversed": ["paid-by-hand", "close"],
  "refund-reversed": byHand,
  "refund-amount-differs": ["paid-by-hand", "close"],
  "statement-difference": close,
  "balance-difference": close,
  "private-rows-lost": close,
  "account-held": ["release", "refund"],
};

type WithProposal = Extract<Case, { readonly status: "proposed" }>;

/** Whether somebody says that she gave the money by hand, however long ago: that nobody agreed in time does not bring it back. */
export function isGivenByHand(state: Case): state is WithProposal {
  return state.status === "proposed" && state.proposal.proposed.kind === "paid-by-hand";
}

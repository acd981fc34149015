import type { CaseKind, Proposed } from "@sanu/contracts";

const none: readonly Proposed["kind"][] = [];
const close = ["close"] as const;

/** What may be proposed about a case of each kind; nothing where the transaction's own review decides. */
export const proposable: Readonly<Record<CaseKind, readonly Proposed["kind"][]>> = {
  "outcome-unknown": ["arrived", "never"],
  "refund-failed": none,
  "refund-address-needed": none,
  "contradicting-facts": none,
  "payment-reversed": close,
  "payout-reversed": close,
  "refund-reversed": none,
  "refund-amount-differs": close,
  "statement-difference": close,
  "balance-difference": close,
  "private-rows-lost": close,
  "account-held": ["release", "refund"],
};

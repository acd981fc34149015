import { type CaseKind, Verdict } from "@sanu/contracts";
import { z } from "zod";

/** What one of the staff proposes and another one approves. `close`: it is settled, and nothing more has to be done. */
export const Proposed = z.discriminatedUnion("kind", [
  ...Verdict.options,
  z.object({ kind: z.literal("close") }),
]);
export type Proposed = z.output<typeof Proposed>;

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
  "refund-reversed": close,
  "refund-amount-differs": close,
  "statement-difference": close,
  "balance-difference": close,
  "private-rows-lost": close,
};

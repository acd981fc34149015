/** What becomes of a purchase, and so what the payer and the sandbox do. */
export const purchaseOutcomes = [
  ["completes", 780],
  /** The payout is only settled a while later. */
  ["arrives-late", 25],
  /** The first send finds no way, the second one does. */
  ["second-try", 1],
  ["on-chain", 12],
  ["declined", 45],
  ["insufficient-funds", 35],
  ["expired", 38],
  ["cancelled", 20],
  /** Nobody can be paid there: all of it goes back. */
  ["payout-fails", 14],
  /** She pays behind the end of her order. */
  ["paid-late", 9],
  ["paid-twice", 5],
  ["other-amount", 5],
  /** The payout fails and the wallet does not take the money back: two of the staff give it back by hand. */
  ["refund-refused", 2],
  /** … or the staff orders the refund again, which then arrives. */
  ["refund-again", 2],
] as const;

export const saleOutcomes = [
  ["sold", 830],
  ["sold-late", 30],
  ["unpaid", 90],
  ["sale-cancelled", 20],
  /** The francs cannot be paid out: the sats go back. */
  ["wallet-full", 30],
] as const;

export type PurchaseOutcome = (typeof purchaseOutcomes)[number][0];
export type SaleOutcome = (typeof saleOutcomes)[number][0];
export type Outcome = PurchaseOutcome | SaleOutcome;

/** One of each, the rare ones too, stands in every set that is not tiny. */
export const everyOutcome: readonly Outcome[] = [
  ...purchaseOutcomes.map(([name]) => name),
  ...saleOutcomes.map(([name]) => name),
];

/** The last digits by which the sandbox's wallet does what the outcome says. */
export const endingOf: Readonly<Partial<Record<Outcome, string>>> = {
  "insufficient-funds": "048",
  "paid-late": "333",
  "refund-refused": "555",
  "refund-again": "556",
  "sold-late": "202",
  "wallet-full": "119",
};

/** Names by which the sandbox's node does what the outcome says. */
export const receiverOf: Readonly<Partial<Record<Outcome, string>>> = {
  "arrives-late": "slow@sandbox.sanu",
  "second-try": "fail-once@sandbox.sanu",
  "payout-fails": "fail@sandbox.sanu",
  "refund-refused": "fail@sandbox.sanu",
  "refund-again": "fail@sandbox.sanu",
};

const completed: ReadonlySet<Outcome> = new Set([
  "completes",
  "arrives-late",
  "second-try",
  "on-chain",
  "paid-twice",
  "sold",
  "sold-late",
]);

/** How a transaction ends that went as planned. */
export function statusOf(outcome: Outcome): "COMPLETED" | "FAILED" {
  return completed.has(outcome) ? "COMPLETED" : "FAILED";
}

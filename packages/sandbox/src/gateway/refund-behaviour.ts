/** What a payer's wallet does with money that comes back, told by the last three digits of the number. */
export type RefundBehaviour =
  | "settles-at-once"
  | "settles-slowly"
  | "is-refused"
  | "is-refused-later";

const byLastDigits: Readonly<Record<string, RefundBehaviour>> = {
  "555": "is-refused",
  "556": "is-refused-later",
  "557": "settles-slowly",
};

/** By the last three digits of the number; any others settle at once. */
export function refundBehaviourOf(payerNumber: string): RefundBehaviour {
  return byLastDigits[payerNumber.slice(-3)] ?? "settles-at-once";
}

/** What becomes of an invoice that receives, told by the last four digits of its satoshis. */
export type InvoiceBehaviour =
  | "is-paid-at-once"
  | "is-paid-slowly"
  | "is-never-paid"
  | "is-paid-and-times-out"
  | "is-paid-and-its-capture-is-not-answered"
  | "waits-for-its-payer";

const byLastDigits: Readonly<Record<string, InvoiceBehaviour>> = {
  "0789": "is-paid-at-once",
  "0002": "is-paid-slowly",
  "0129": "is-never-paid",
  "0333": "is-paid-and-times-out",
  "0444": "is-paid-and-its-capture-is-not-answered",
};

/** By the last four digits of the amount in sats; any others wait for their payer. */
export function invoiceBehaviourOf(amountSats: bigint): InvoiceBehaviour {
  const digits = (amountSats % 10_000n).toString().padStart(4, "0");
  return byLastDigits[digits] ?? "waits-for-its-payer";
}

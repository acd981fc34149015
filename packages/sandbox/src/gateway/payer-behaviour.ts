/** What a payer does, told by the last three digits of the number. */
export type PayerBehaviour =
  | "pays-at-once"
  | "pays-slowly"
  | "declines"
  | "has-too-little"
  | "is-never-answered"
  | "is-answered-twice"
  | "pays-after-expiry"
  | "is-never-closed"
  | "uses-the-page";

const byLastDigits: Readonly<Record<string, PayerBehaviour>> = {
  "789": "pays-at-once",
  "002": "pays-slowly",
  "039": "declines",
  "048": "has-too-little",
  "129": "is-never-answered",
  "222": "is-answered-twice",
  "333": "pays-after-expiry",
  "444": "is-never-closed",
};

/** By the last three digits of the number; any others use the page. */
export function payerBehaviourOf(payerNumber: string): PayerBehaviour {
  return byLastDigits[payerNumber.slice(-3)] ?? "uses-the-page";
}

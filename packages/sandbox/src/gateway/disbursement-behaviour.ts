/** What happens to a disbursement, told by the last three digits of the receiver's number. */
export type DisbursementBehaviour =
  | "settles-at-once"
  | "settles-slowly"
  | "has-no-wallet"
  | "has-a-full-wallet"
  | "finds-its-channel-closed"
  | "hangs-then-settles"
  | "hangs-then-fails"
  | "is-lost-for-a-while";

/** None of them is an ending of payers: one number pays and is paid without a surprise. */
const byLastDigits: Readonly<Record<string, DisbursementBehaviour>> = {
  "202": "settles-slowly",
  "089": "has-no-wallet",
  "119": "has-a-full-wallet",
  "503": "finds-its-channel-closed",
  "411": "hangs-then-settles",
  "412": "hangs-then-fails",
  "404": "is-lost-for-a-while",
};

/** Every other number is paid at once. */
export function disbursementBehaviourOf(number: string): DisbursementBehaviour {
  return byLastDigits[number.slice(-3)] ?? "settles-at-once";
}

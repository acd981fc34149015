/** What happens to a send, told by the receiver's name at `sandbox.sanu`. */
export type ReceiverBehaviour =
  | "settles-at-once"
  | "settles-slowly"
  | "fails"
  | "fails-once"
  | "hangs-then-settles"
  | "hangs-then-fails"
  | "is-lost-for-a-while"
  | "costs-all-it-may";

const byName: Readonly<Record<string, ReceiverBehaviour>> = {
  "ok@sandbox.sanu": "settles-at-once",
  "slow@sandbox.sanu": "settles-slowly",
  "fail@sandbox.sanu": "fails",
  "fail-once@sandbox.sanu": "fails-once",
  "hang-ok@sandbox.sanu": "hangs-then-settles",
  "hang-fail@sandbox.sanu": "hangs-then-fails",
  "notfound@sandbox.sanu": "is-lost-for-a-while",
  "greedy@sandbox.sanu": "costs-all-it-may",
};

/** Every other receiver is paid at once, because nothing is really sent. */
export function receiverBehaviourOf(destination: string): ReceiverBehaviour {
  return byName[destination] ?? "settles-at-once";
}

/**
 * Only an explicit yes or no of the provider counts: a time-out, a lost connection, a 5xx, a page instead of JSON or a
 * code nobody documented is unknown.
 */
export type CallOutcome<Value, Reason extends string> =
  | { readonly kind: "accepted"; readonly value: Value }
  | Rejected<Reason>
  | Unknown;

export interface Rejected<Reason extends string> {
  readonly kind: "rejected";
  readonly reason: Reason;
  /** The provider's own name of an order that it had taken, and that has failed since: what it says is a status, and no refusal to take it. */
  readonly takenAs?: string;
}

/** The provider may or may not have acted: ask it by the attempt's key, never call again on a guess. */
export interface Unknown {
  readonly kind: "unknown";
  readonly cause: UnknownCause;
  /** The provider's own name of the order, where it had said one before. */
  readonly providerReference?: string;
  /** Present where it is the receiver's own server that says nothing definite: it may do so for as long as its owner likes. */
  readonly isOfReceiver?: true;
}

/** A short code that is safe in logs and tables. */
export type UnknownCause =
  /** No connection was made, so nothing left this process. */
  | "unreachable"
  | "no-response"
  | "connection-lost"
  | "provider-fault"
  | "provider-busy"
  | "not-permitted"
  /** Who answered is not who the settings pin: nothing was sent. */
  | "untrusted-certificate"
  /** A node whose wallet nobody has unlocked, that is only coming up, or that does not see the newest blocks. */
  | "node-locked"
  | "node-starting"
  | "node-behind"
  /** A node that lost what it had settled: we give it nothing new. */
  | "node-closed"
  /** A node that does not know what it had paid for us: that it knows nothing of something else proves nothing. */
  | "node-forgot"
  /** The same of an account at a provider of mobile money: it is another one than the one that was asked. */
  | "account-forgot"
  | "unreadable-response"
  | "unexpected-response"
  /** The provider can be asked only by a name of its own, and no answer has said one. */
  | "never-named"
  /** Who is paid proves that the money came, and our side knows nothing of it. */
  | "proven-by-receiver";

export function unknownBecause(cause: UnknownCause): Unknown {
  return { kind: "unknown", cause };
}

/**
 * What an aggregate answers to a command. A refusal is an expected answer and a value;
 * a fault (a broken socket, a bug) is an exception and never a decision.
 */
export type Decision<Event, Code extends string> =
  | { readonly kind: "accepted"; readonly events: readonly [Event, ...Event[]] }
  | { readonly kind: "nothing-new" }
  | { readonly kind: "refused"; readonly refusal: Refusal<Code> };

/** A closed code, and the numbers or words that its message needs. */
export interface Refusal<Code extends string = string> {
  readonly code: Code;
  readonly params?: Readonly<Record<string, string>>;
}

/** The command is carried out by these facts, at least one. */
export function accepted<Event>(...events: readonly [Event, ...Event[]]): Decision<Event, never> {
  return { kind: "accepted", events };
}

/** The command was carried out before; asking again changes nothing. */
export function nothingNew(): Decision<never, never> {
  return { kind: "nothing-new" };
}

/** The command breaks a rule of the business. */
export function refused<Code extends string>(
  code: Code,
  params?: Readonly<Record<string, string>>,
): Decision<never, Code> {
  return { kind: "refused", refusal: params === undefined ? { code } : { code, params } };
}

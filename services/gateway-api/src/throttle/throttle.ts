import type { ThrottledAction } from "@sanu/contracts";

/** How an operation of everybody is counted: by identity, for all gateways, which also knows the limits of each action. */
export interface Throttle<Field extends string = string> {
  readonly action: ThrottledAction;
  /**
   * The fields of the parsed body that say whose account it is about: the first that is there, as in the handler. What the
   * operation does not read gives nobody a count of his own.
   */
  readonly subject: readonly [Field, ...Field[]];
  /** A success proves who the person is, and failed logins count no more. */
  readonly clearsLoginFailures?: boolean;
}

/** The subject of a request whose body its route has parsed; null where it has none. */
export function subjectOf({ subject }: Pick<Throttle, "subject">, body: unknown): string | null {
  if (typeof body !== "object" || body === null) return null;
  const fields = new Map<string, unknown>(Object.entries(body));
  const named = subject
    .map((field) => fields.get(field))
    .find((value) => typeof value === "string");
  return named ?? null;
}

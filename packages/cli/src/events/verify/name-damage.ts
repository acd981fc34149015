import { comparePositions, type PublishedFact, readPosition } from "@sanu/platform";

/** How a stream differs from its log, at the first place where it does. */
export type Damage = "missing" | "doubled" | "altered" | "out of order" | "not in the log";

export interface FactDifference {
  readonly damage: Damage;
  /** The fact that belongs here by the log, or the one that does not. */
  readonly fact: PublishedFact;
  readonly what: string;
}

const fields = [
  "id",
  "type",
  "aggregateId",
  "time",
  "position",
  "correlationId",
  "causationId",
  "traceparent",
] as const;

/** In what two facts differ. Their sequences do not count: a stream that was made anew has others. */
export function differingParts(one: PublishedFact, other: PublishedFact): readonly string[] {
  const differing: string[] = fields.filter((field) => one[field] !== other[field]);
  if (Buffer.compare(one.data, other.data) !== 0) differing.push("payload");
  return differing;
}

/**
 * Names the damage where log and stream part. Both begin with the two that differ and go on behind them; `last` is the
 * fact in front of them, which is alike.
 */
export function nameDamage(
  logged: readonly PublishedFact[],
  streamed: readonly PublishedFact[],
  last: PublishedFact | undefined,
): FactDifference {
  const [due] = logged;
  const [is] = streamed;
  if (is === undefined) {
    if (due === undefined) throw new Error("Nothing differs");
    return { damage: "missing", fact: due, what: "the stream ends in front of it" };
  }
  const at = `sequence ${is.sequence} is ${is.id === "" ? "no fact" : is.id}`;
  if (due?.id === is.id) {
    return { damage: "altered", fact: due, what: `${differingParts(due, is).join(", ")} differ` };
  }
  if (last !== undefined && !isBehind(is, last)) return { damage: "doubled", fact: is, what: at };
  if (due === undefined) return { damage: "not in the log", fact: is, what: at };
  const isDueLater = streamed.some(({ id }) => id === due.id);
  if (!isDueLater) return { damage: "missing", fact: due, what: at };
  const isLogged = logged.some(({ id }) => id === is.id);
  if (isLogged) return { damage: "out of order", fact: due, what: at };
  return { damage: "not in the log", fact: is, what: at };
}

function isBehind(one: PublishedFact, other: PublishedFact): boolean {
  try {
    return comparePositions(readPosition(one.position), readPosition(other.position)) > 0;
  } catch {
    // What has no place in the log is a stranger, and did not come before.
    return true;
  }
}

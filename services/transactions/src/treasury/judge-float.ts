/** What is known of one float, in the smallest unit of its currency. */
export interface KnownFloat {
  /** As it was reported last. */
  readonly available: bigint;
  /** The closed mark: what lies below it is promised to nobody. */
  readonly heldBack: bigint;
  /** What is neither promised nor held back; below zero where more was promised than is there. */
  readonly free: bigint;
  readonly ageMs: number;
  readonly breaker: "closed" | "open" | "half-open";
  /** Orders that may still probe it while it is half-open. */
  readonly probesLeft: number;
}

interface FloatMarks {
  readonly low: bigint;
  readonly staleAfterMs: number;
}

/** `closed`: no order is taken that would be paid from it. `low`: somebody should fill it. */
export interface FloatJudgement {
  readonly state: "open" | "low" | "closed";
  readonly because: "stale" | "failing" | "promised" | "low" | null;
  /** What is promised, paid out but not reported included. */
  readonly promised: bigint;
  /** What is promised and not there. */
  readonly short: bigint;
}

/** The same rule by which an order is refused, so that what is shown is what happens. */
export function judgeFloat(float: KnownFloat, marks: FloatMarks): FloatJudgement {
  const { available, heldBack, free } = float;
  const promised = available - heldBack - free;
  const short = promised > available ? promised - available : 0n;
  return { ...stateOf(float, marks), promised, short };
}

function stateOf(
  { heldBack, free, ageMs, breaker, probesLeft }: KnownFloat,
  { low, staleAfterMs }: FloatMarks,
): Pick<FloatJudgement, "state" | "because"> {
  if (ageMs > staleAfterMs) return { state: "closed", because: "stale" };
  const isProbed = breaker === "half-open" && probesLeft <= 0;
  if (breaker === "open" || isProbed) return { state: "closed", because: "failing" };
  if (free <= 0n) return { state: "closed", because: "promised" };
  return free + heldBack < low
    ? { state: "low", because: "low" }
    : { state: "open", because: null };
}

/** How far what we hold of a currency lies over its target, below zero where it lies under; null without a target. */
export function exposureOf(
  floats: readonly Pick<KnownFloat, "available">[],
  target: bigint | null,
): { readonly held: bigint; readonly over: bigint | null } {
  const held = floats.reduce((total, { available }) => total + available, 0n);
  return { held, over: target === null ? null : held - target };
}

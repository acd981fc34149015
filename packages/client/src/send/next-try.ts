import { clientLimits } from "../limits.ts";
import { isRepeatable, type Repeatable } from "./call.ts";
import type { Tried } from "./try-once.ts";

export interface SoFar {
  /** How many were made. */
  readonly tries: number;
  /** What is left of the whole call's time. */
  readonly leftMs: number;
  /** From 0 to 1. */
  readonly chance: number;
}

/**
 * How long to wait for the next try; `undefined` where there is none. Only what does nothing twice is tried again, and
 * never before the API said.
 */
export function pauseBeforeNextTry(
  call: Repeatable,
  tried: Tried,
  { tries, leftMs, chance }: SoFar,
): number | undefined {
  if (!isRepeatable(call) || tries >= clientLimits.triesMax || !mayPass(tried)) return undefined;
  const asked = tried.kind === "refused" ? tried.problem.retryAfterMs : undefined;
  const pauseMs =
    asked === undefined ? backOffMs(tries, chance) : asked + chance * clientLimits.scatterMs;
  return pauseMs < leftMs ? pauseMs : undefined;
}

/** Whether waiting may help. */
export function mayPass(tried: Tried): boolean {
  if (tried.kind !== "refused") return tried.kind === "broken";
  const { status, code } = tried.problem;
  return status === 429 || status >= 500 || code === "idempotency-in-progress";
}

/** Doubles with each try; between half and all of it, so that clients that failed together do not come back together. */
export function backOffMs(tries: number, chance: number): number {
  const { pauseFirstMs, pauseMaxMs } = clientLimits;
  return Math.min(pauseFirstMs * 2 ** (tries - 1), pauseMaxMs) * (0.5 + chance / 2);
}

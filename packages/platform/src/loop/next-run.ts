import { loopLimits } from "./limits.ts";

/** When a loop runs again; whichever comes first of this and a wake-up. */
export type NextRun =
  | "at-once"
  | "idle"
  /** Never later than after the idle pause. */
  | { readonly dueInMs: number }
  /** Not before so long, whoever wakes it. */
  | { readonly notBeforeMs: number };

export type LoopWork = (() => Promise<NextRun>) | (() => Promise<void>);

export interface Pauses {
  /** The pause after a run that found nothing: the net under the wake-ups. `Infinity`: runs only when woken. */
  readonly idleMs: number;
  /** What that pause grows to while nothing comes; where undefined it stays as it is. */
  readonly quietIdleMs?: number;
  /** The longest pause after a failure; where undefined a second, or the idle pause when that is longer, up to a minute. */
  readonly backOffMaxMs?: number;
}

/** The longer nothing came, the longer: a part of that time, within its bounds. */
export function idlePauseMs(
  quietForMs: number,
  { idleMs, quietIdleMs = idleMs }: Pick<Pauses, "idleMs" | "quietIdleMs">,
): number {
  return Math.max(idleMs, Math.min(quietForMs * loopLimits.quietPart, quietIdleMs));
}

/** Work in batches, each of which says how much it did, until there is none left. */
export function untilNone(workBatch: () => Promise<number>): () => Promise<NextRun> {
  return async () => ((await workBatch()) > 0 ? "at-once" : "idle");
}

/** Milliseconds until the next run, and whether a wake-up may shorten them. */
export function pauseBefore(
  next: NextRun,
  idleMs: number,
): { readonly pauseMs: number; readonly isWakeable: boolean } {
  if (next === "at-once") return { pauseMs: 0, isWakeable: true };
  if (next === "idle") return { pauseMs: idleMs, isWakeable: true };
  if ("notBeforeMs" in next) return { pauseMs: next.notBeforeMs, isWakeable: false };
  return { pauseMs: Math.min(Math.max(next.dueInMs, 0), idleMs), isWakeable: true };
}

export function backOffMsAfter(
  failures: number,
  { idleMs, backOffMaxMs = longestBackOffMs(idleMs) }: Pauses,
): number {
  const firstMs = Math.min(idleMs, loopLimits.backOffMs);
  return Math.min(firstMs * 2 ** (failures - 1), backOffMaxMs);
}

/** Whoever sleeps for an hour does not fail for hours unseen: the alarm counts failures by the minute. */
function longestBackOffMs(idleMs: number): number {
  const { backOffMaxMs, longestBackOffMs: longestMs } = loopLimits;
  return Math.min(Math.max(idleMs, backOffMaxMs), longestMs);
}

import type { Revocation } from "@sanu/contracts";
import { epochMsOf, instantOfEpochMs } from "@sanu/kernel";
import { sessionLimits } from "../limits.ts";

/** The ids of sessions and tokens that are refused, and for how long. */
export interface KnownRevocations {
  readonly add: (revocations: readonly Revocation[]) => void;
  readonly has: (id: string) => boolean;
  readonly count: () => number;
  /** All that are not over. */
  readonly list: () => readonly Revocation[];
}

interface Entry {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What was revoked once stays so until its time is over, whatever becomes of the database it came from. */
export function createKnownRevocations(nowMs: () => number): KnownRevocations {
  const entries = new Map<string, Entry>();
  let deletedAtMs = performance.now();
  const deleteExpired = (): void => {
    if (performance.now() - deletedAtMs < sessionLimits.deleteExpiredMs) return;
    deletedAtMs = performance.now();
    const now = nowMs();
    for (const [id, { untilMs }] of entries) if (untilMs <= now) entries.delete(id);
  };
  return {
    add(revocations) {
      for (const { id, from, until } of revocations) {
        entries.set(id, { fromMs: epochMsOf(from), untilMs: epochMsOf(until) });
      }
      deleteExpired();
    },
    has(id) {
      const entry = entries.get(id);
      return entry !== undefined && entry.fromMs <= nowMs();
    },
    count: () => entries.size,
    list() {
      const now = nowMs();
      return [...entries].flatMap(([id, { fromMs, untilMs }]) =>
        untilMs <= now
          ? []
          : [{ id, from: instantOfEpochMs(fromMs), until: instantOfEpochMs(untilMs) }],
      );
    },
  };
}

import type { Revocation } from "@sanu/contracts";
import { epochMsOf, instantOfEpochMs } from "@sanu/kernel";
import { sessionLimits } from "../limits.ts";

/** The ids of sessions, tokens and keys that are refused, and for how long; and of accounts whose sessions all ended. */
export interface KnownRevocations {
  readonly add: (revocations: readonly Revocation[]) => void;
  readonly has: (id: string) => boolean;
  /** From which moment on it is refused; `undefined` where it is not yet. */
  readonly findFromMs: (id: string) => number | undefined;
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
  const findFromMs = (id: string): number | undefined => {
    const fromMs = entries.get(id)?.fromMs;
    return fromMs !== undefined && fromMs <= nowMs() ? fromMs : undefined;
  };
  return {
    add(revocations) {
      for (const { id, from, until } of revocations) {
        entries.set(id, { fromMs: epochMsOf(from), untilMs: epochMsOf(until) });
      }
      deleteExpired();
    },
    has: (id) => findFromMs(id) !== undefined,
    findFromMs,
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

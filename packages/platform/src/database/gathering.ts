import type { GroupKind } from "../telemetry/database-metrics.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { NoneFreeError } from "./errors.ts";
import { databaseLimits as limits } from "./limits.ts";

/** Hears of what leaves for Postgres together. */
export type GroupMetrics = Metrics["database"];

/** What waits to leave with others. */
export interface Waiting {
  readonly settle: { readonly reject: (error: unknown) => void };
  readonly sinceMs: number;
}

export interface Departures<One extends Waiting> {
  readonly kind: GroupKind;
  readonly metrics: GroupMetrics | undefined;
  /** Those that may leave with others at all; it has sent the rest. */
  readonly sift?: (waiting: One[]) => One[];
  /** Those in front that may leave together now. */
  readonly choose: (waiting: readonly One[]) => readonly One[];
  /** So many may be under way before the next ones wait to become a full group. */
  readonly besideMax: number;
  /** Settles all of them and never throws. `onRefused` is called for each time that one of them keeps the others from it. */
  readonly send: (chosen: readonly One[], onRefused: () => void) => Promise<void>;
  /** The next ones wait no longer for these. */
  readonly patienceMs: (chosen: readonly One[]) => number;
  /** They hold nobody up any more. */
  readonly onRoom?: (chosen: readonly One[]) => void;
}

/** What is asked for in one turn of the event loop, or while enough is under way, leaves together. */
export function createGathering<One extends Waiting>(
  departures: Departures<One>,
): (one: One) => void {
  let waiting: One[] = [];
  let isScheduled = false;
  let underWay = 0;
  const { kind, metrics } = departures;
  const onRefused = (): void => metrics?.countRefused(kind);
  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    // Behind the messages and answers that have arrived by now, so that idle nobody waits.
    setImmediate(leave);
  };
  const mayLeave = (): boolean =>
    underWay < departures.besideMax ||
    (waiting.length >= limits.groupMembersMax && underWay < limits.groupsMax);
  const leave = (): void => {
    isScheduled = false;
    if (departures.sift !== undefined) waiting = departures.sift(waiting);
    waiting.splice(0, rejectOld(waiting));
    while (waiting.length > 0 && mayLeave()) {
      const chosen = departures.choose(waiting);
      // Whom none of them may join waits for what is under way.
      if (chosen.length === 0) return;
      waiting = waiting.filter((one) => !chosen.includes(one));
      send(chosen);
    }
  };
  const send = (chosen: readonly One[]): void => {
    underWay += 1;
    metrics?.countGroup(kind, chosen.length);
    const makeRoom = once(() => {
      clearTimeout(patience);
      underWay -= 1;
      departures.onRoom?.(chosen);
      schedule();
    });
    const patience = setTimeout(makeRoom, departures.patienceMs(chosen));
    void departures.send(chosen, onRefused).finally(makeRoom);
  };
  return (one) => {
    waiting.push(one);
    schedule();
  };
}

/**
 * Behind a refusal: the one that was refused goes by itself and the others once more together; all go by themselves where it is not known
 * which one it was, and behind `groupRoundsMax` rounds.
 */
export function regroup<One>(
  all: readonly One[],
  refused: One | undefined,
  round: number,
): { readonly alone: readonly One[]; readonly together: readonly One[] } {
  if (refused === undefined || round === limits.groupRoundsMax) return { alone: all, together: [] };
  return { alone: [refused], together: all.filter((one) => one !== refused) };
}

/** Nobody waits longer for a group than for the connection of one. Returns how many in front did. */
function rejectOld(waiting: readonly Waiting[]): number {
  const nowMs = performance.now();
  const young = waiting.findIndex(({ sinceMs }) => nowMs - sinceMs < limits.connectTimeoutMs);
  const old = young < 0 ? waiting : waiting.slice(0, young);
  for (const { settle } of old) settle.reject(new NoneFreeError());
  return old.length;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

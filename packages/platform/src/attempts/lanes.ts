import type { Attempt } from "./attempt.ts";
import { createPlaces } from "./places.ts";
import { type Claim, claimAttempts } from "./read-attempts.ts";
import type { AttemptsWorkerOptions } from "./worker-options.ts";

interface LaneOptions
  extends Pick<AttemptsWorkerOptions<never>, "database" | "gate" | "providers" | "onError"> {
  readonly claim: Pick<Claim, "owner" | "leaseMs">;
  readonly concurrencyMax: number;
  readonly isRunning: () => boolean;
  readonly isLeaving: () => boolean;
  readonly wake: () => void;
  readonly carry: (attempt: Attempt, isFresh: boolean) => Promise<void>;
  readonly release: (attempt: Attempt, isFresh: boolean) => Promise<void>;
}

/** The places of a worker, for each provider its own. */
export function openLanes(options: LaneOptions) {
  const lanes = options.providers.map((served) => openLane(options, served));
  const laneOf = ({ provider }: Attempt) => lanes.find((lane) => lane.provider === provider);
  return {
    claim: async (): Promise<number> => {
      const counts = await Promise.all(lanes.map((lane) => lane.claim()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    /** What nobody serves here is left to whoever does. */
    queue(attempt: Attempt, withinMs: number): void {
      const lane = laneOf(attempt);
      if (lane === undefined) void options.release(attempt, true);
      else lane.places.queue(attempt, withinMs);
    },
    clearQueues(): void {
      for (const { places } of lanes) places.clearQueue();
    },
    async settled(): Promise<void> {
      await Promise.all(lanes.map(({ places }) => places.settled()));
    },
  };
}

function openLane(options: LaneOptions, served: LaneOptions["providers"][number]) {
  const { database, gate, concurrencyMax, onError } = options;
  let mayBeMore = false;
  const places = createPlaces({
    concurrencyMax,
    onFree() {
      if (mayBeMore) options.wake();
    },
    mayBegin: () => options.isRunning() && gate.isOpen(),
    work: (attempt, isFresh) =>
      options.carry(attempt, isFresh).catch((error: unknown) => onError(error, attempt)),
    async release(attempt) {
      mayBeMore = true;
      await options.release(attempt, true);
    },
  });
  return {
    ...served,
    places,
    async claim(): Promise<number> {
      const rowsMax = places.unused();
      if (rowsMax <= 0 || !gate.isOpen()) return 0;
      const due = await claimAttempts(database, { ...served, ...options.claim, rowsMax });
      if (options.isLeaving()) {
        await Promise.all(due.map((attempt) => options.release(attempt, false)));
        return 0;
      }
      mayBeMore = due.length === rowsMax;
      for (const attempt of due) places.begin(attempt, false);
      return due.length;
    },
  };
}

import { setTimeout as wait } from "node:timers/promises";
import { fairNowMs } from "@sanu/testing";
import type { Deal, Load } from "./load.ts";
import { overviews } from "./load.ts";
import { drawOrder, everyOutcome, type Mix } from "./outcomes.ts";

const paceLimits = {
  /** Purchases per second that the fault runs are about (reliability.md 5). */
  dealsPerSecond: 25,
  people: 4,
  /** Wishes that are sent and have no end yet; beyond it nothing new begins. */
  inFlightMax: 150,
  /** With every deal so often also a read, an overview, and an earlier key once more. */
  readShare: 0.3,
  overviewShare: 0.1,
  repeatShare: 0.1,
  /** What is read and repeated is one of the last so many, where something still moves. */
  recentMax: 200,
} as const;

export interface Pace {
  /** Numbers from 0 up to, but not, 1: the same give the same load. */
  readonly random: () => number;
  readonly perSecond?: number;
  readonly people?: number;
  readonly inFlightMax?: number;
  readonly mix?: Mix;
  /** With every deal so often a read: `paceLimits` unless given. */
  readonly readShare?: number;
  /** Ends by itself after so many deals. */
  readonly dealsMax?: number;
}

/** Clients that buy at an even pace until they are stopped. */
export interface PacedLoad {
  /** Begins nothing more and waits until all that was begun is answered. */
  readonly stop: () => Promise<void>;
  /** Resolves when `dealsMax` is reached and answered, or after `stop`. */
  readonly ended: Promise<void>;
  /** Moments at which nothing was begun because too much was under way. */
  readonly skipped: () => number;
}

/** Signs people up and lets them buy. What goes wrong is in the load's journal, not an exception here. */
export async function startPacedLoad(load: Load, pace: Pace): Promise<PacedLoad> {
  const people = await Promise.all(
    Array.from({ length: pace.people ?? paceLimits.people }, () => load.signUp()),
  );
  const { perSecond = paceLimits.dealsPerSecond, inFlightMax = paceLimits.inFlightMax } = pace;
  const { readShare = paceLimits.readShare } = pace;
  const { random, mix = everyOutcome, dealsMax = Number.POSITIVE_INFINITY } = pace;
  const underWay = new Set<Promise<void>>();
  let isStopped = false;
  let skipped = 0;

  const track = (request: Promise<unknown>): void => {
    const ended = request.then(
      () => undefined,
      // Its answer is in the journal already; a wish that nobody answered is one more fault.
      (error: unknown) => load.journal.recordFault(String(error)),
    );
    const tracked = ended.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };
  const buy = (): void => {
    const person = pick(people, random);
    track(load.create(load.begin(person, drawOrder(mix, random))));
  };
  const lookAround = (): void => {
    const [read, repeat, overview] = [random(), random(), random()];
    if (overview < paceLimits.overviewShare) {
      track(load.overview(pick(people, random), pick(overviews, random)));
    }
    const recent = load.deals.slice(-paceLimits.recentMax).filter(isAcknowledged);
    if (recent.length === 0) return;
    if (read < readShare) track(load.read(pick(recent, random)));
    if (repeat < paceLimits.repeatShare) track(load.create(pick(recent, random)));
  };

  const run = async (): Promise<void> => {
    // By fair time: what a machine that stood still has missed does not come at once behind it.
    const startedAtMs = fairNowMs();
    const beforehand = load.deals.length;
    const begun = () => load.deals.length - beforehand;
    for (let turn = 1; !isStopped && begun() < dealsMax; turn += 1) {
      if (underWay.size < inFlightMax) {
        buy();
        lookAround();
      } else skipped += 1;
      await wait(Math.max(0, startedAtMs + (turn * 1_000) / perSecond - fairNowMs()));
    }
    while (underWay.size > 0) await Promise.all(underWay);
  };
  const ended = run();
  return {
    ended,
    skipped: () => skipped,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}

function isAcknowledged({ id }: Deal): boolean {
  return id !== undefined;
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const picked = items[Math.floor(random() * items.length)];
  if (picked === undefined) throw new Error("There is nothing to pick from");
  return picked;
}

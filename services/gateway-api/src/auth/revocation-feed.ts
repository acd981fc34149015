import {
  type ListRevocations,
  type ReplyData,
  type Revocation,
  RevocationBatch,
  reportedRevocationsMax,
} from "@sanu/contracts";
import { steadyNowMs } from "@sanu/kernel";
import { createLoop, type Logger, type Metrics } from "@sanu/platform";
import { sessionLimits } from "../limits.ts";
import { createIdentityTime, type IdentityTime } from "./identity-time.ts";
import { createKnownRevocations } from "./known-revocations.ts";
import { createPublisherOrder } from "./publisher-order.ts";

/** A piece of the sequence of revocations; `undefined` without a reply of identity. */
export type ReadRevocations = (
  afterSequence: number,
) => Promise<ReplyData<typeof ListRevocations> | undefined>;

export interface RevocationFeedOptions {
  /** Listens to what identity publishes; returns what ends it. */
  readonly subscribe: (onMessage: (text: string) => void) => () => void;
  readonly read: ReadRevocations;
  /** False without a reply of identity. */
  readonly report: (revocations: readonly Revocation[]) => Promise<boolean>;
  readonly logger: Logger;
  readonly metrics?: Pick<Metrics, "loops">;
}

/** What the gateway knows of sessions and tokens that ended before their time. */
export interface RevocationFeed {
  /** Listens and loads, and goes on trying; never throws, readiness shows how it went. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  readonly isRevoked: (id: string) => boolean;
  /** From which moment of identity on it is; `undefined` where it is not. */
  readonly findRevokedFromMs: (id: string) => number | undefined;
  /** Whether nothing can have been revoked that is not known here, but for the last moment. */
  readonly isFresh: () => boolean;
  /** False until everything that was revoked before our start is known. */
  readonly isLoaded: () => boolean;
  /** The moment by which tokens end. */
  readonly nowMs: () => number;
  readonly skewMs: () => number;
}

/** Everything up to `sequence` was known at the moment `at`, of steady time: a machine that was paused knows nothing. */
interface Place {
  readonly sequence: number;
  readonly at: number;
}

/**
 * Follows the revocations of identity: loads what is there, then takes what it receives as long as each message
 * follows the one before. After a gap it loads again. When the sequence went backwards a database was restored: then it
 * reports first what it knows, because identity may have lost it. Where messages of two replicas cross it did not.
 */
export function createRevocationFeed(options: RevocationFeedOptions): RevocationFeed {
  const { subscribe, read, report, logger, metrics } = options;
  const time = createIdentityTime();
  const revocations = createKnownRevocations(time.nowMs);
  const isInOrder = createPublisherOrder();
  let place: Place | undefined;
  /** What follows this is not known: a gap, or everything before our start. */
  let gapBehind: number | undefined;
  let isReportDue = false;
  let unsubscribe: (() => void) | undefined;

  const loop = createLoop({
    name: "revocations",
    work: async () => {
      if (isReportDue) {
        await reportAll(revocations.list(), report);
        isReportDue = false;
      }
      if (gapBehind === undefined) return;
      const afterSequence = gapBehind;
      const into = { add: revocations.add, adopt: time.adopt };
      const found = await readBehind(afterSequence, read, into);
      if (found.sequence < afterSequence) return reload();
      place = found;
      if (gapBehind === afterSequence) gapBehind = undefined;
    },
    idleMs: Infinity,
    backOffMaxMs: sessionLimits.loadRetryMs,
    logger,
    metrics,
  });
  const load = (afterSequence: number): void => {
    gapBehind = Math.min(afterSequence, gapBehind ?? afterSequence);
    loop.wake();
  };
  const reload = (): void => {
    isReportDue = true;
    load(0);
  };
  const receive = (text: string): void => {
    const message = parseMessage(text, logger);
    if (message === undefined) return undefined;
    if (message.at !== undefined) time.adopt(message.at);
    revocations.add(message.revocations);
    const isCrossing = isInOrder(message);
    if (place === undefined) return undefined;
    if (message.sequence < place.sequence) return isCrossing ? undefined : reload();
    if (message.afterSequence > place.sequence) return load(place.sequence);
    place = { sequence: message.sequence, at: steadyNowMs() };
    return undefined;
  };

  return {
    start() {
      unsubscribe = subscribe(receive);
      gapBehind = 0;
      loop.start();
    },
    stop() {
      unsubscribe?.();
      return loop.stop();
    },
    isRevoked: revocations.has,
    findRevokedFromMs: revocations.findFromMs,
    isFresh: () => place !== undefined && steadyNowMs() - place.at <= sessionLimits.silenceMs,
    isLoaded: () => place !== undefined,
    nowMs: time.nowMs,
    skewMs: time.skewMs,
  };
}

/** Reads to the end of the sequence; throws when identity stops replying on the way. */
async function readBehind(
  afterSequence: number,
  read: ReadRevocations,
  into: {
    readonly add: (page: RevocationBatch["revocations"]) => void;
    readonly adopt: IdentityTime["adopt"];
  },
): Promise<Place> {
  for (let sequence = afterSequence; ; ) {
    const at = steadyNowMs();
    const page = await read(sequence);
    if (page === undefined) throw new Error("Identity does not reply");
    if (page.at !== undefined) into.adopt(page.at);
    into.add(page.revocations);
    sequence = page.sequence;
    if (page.isWhole) return { sequence, at };
  }
}

/** Throws when identity stops replying on the way. */
async function reportAll(
  revocations: readonly Revocation[],
  report: RevocationFeedOptions["report"],
): Promise<void> {
  for (let from = 0; from < revocations.length; from += reportedRevocationsMax) {
    const isReported = await report(revocations.slice(from, from + reportedRevocationsMax));
    if (!isReported) throw new Error("Identity does not reply");
  }
}

function parseMessage(text: string, logger: Pick<Logger, "error">): RevocationBatch | undefined {
  try {
    return RevocationBatch.parse(JSON.parse(text));
  } catch {
    logger.error("a message about revocations could not be parsed");
    return undefined;
  }
}

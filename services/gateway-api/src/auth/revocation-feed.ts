import { type ListRevocations, type ReplyData, RevocationNews } from "@sanu/contracts";
import type { Logger } from "@sanu/platform";
import { sessionLimits } from "../limits.ts";
import { createKnownRevocations } from "./known-revocations.ts";

/** A piece of the sequence of revocations; `undefined` where identity did not answer. */
export type ReadRevocations = (
  afterSequence: number,
) => Promise<ReplyData<typeof ListRevocations> | undefined>;

export interface RevocationFeedOptions {
  /** Listens to the news of identity; returns what ends it. */
  readonly subscribe: (onMessage: (text: string) => void) => () => void;
  readonly read: ReadRevocations;
  readonly logger: Logger;
}

/** What the gateway knows of sessions and tokens that ended before their time. */
export interface RevocationFeed {
  /** Listens and loads, and goes on trying; never throws, readiness tells how it went. */
  readonly start: () => void;
  readonly stop: () => void;
  readonly isRevoked: (id: string) => boolean;
  /** Whether nothing can have been revoked that is not known here, but for the last moment. */
  readonly isFresh: () => boolean;
  /** False until everything that was revoked before our start is known. */
  readonly isLoaded: () => boolean;
}

/** Everything up to `sequence` was known at the moment `at` (of `performance.now()`). */
interface Place {
  readonly sequence: number;
  readonly at: number;
}

/**
 * Follows the revocations of identity: loads what is there, then takes what it hears as long as each message
 * follows the one before. After a gap, or when the sequence went backwards because a database was restored, it
 * loads again.
 */
export function createRevocationFeed(options: RevocationFeedOptions): RevocationFeed {
  const { subscribe, read, logger } = options;
  const revocations = createKnownRevocations();
  let place: Place | undefined;
  let loading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;

  /** One load at a time; whoever finds a gap meanwhile finds it again at the next beat. */
  const load = (afterSequence: number): void => {
    loading ??= readBehind(afterSequence, read, revocations.learn).then((reached) => {
      if (reached === undefined) logger.warn("the revocations could not be read");
      else place = reached;
      loading = undefined;
    });
  };
  const loadFirst = (): void => {
    if (place !== undefined) return;
    load(0);
    timer = setTimeout(loadFirst, sessionLimits.loadRetryMs).unref();
  };
  const hear = (text: string): void => {
    const news = readNews(text);
    if (news === undefined) return logger.error("news of revocations could not be understood");
    revocations.learn(news.revocations);
    if (place === undefined) return undefined;
    if (news.sequence < place.sequence) return load(0);
    if (news.afterSequence > place.sequence) return load(place.sequence);
    place = { sequence: news.sequence, at: performance.now() };
    return undefined;
  };

  return {
    start() {
      unsubscribe = subscribe(hear);
      loadFirst();
    },
    stop() {
      clearTimeout(timer);
      unsubscribe?.();
    },
    isRevoked: revocations.has,
    isFresh: () => place !== undefined && performance.now() - place.at <= sessionLimits.silenceMs,
    isLoaded: () => place !== undefined,
  };
}

/** Reads to the end of the sequence; `undefined` when identity stopped answering on the way. */
async function readBehind(
  afterSequence: number,
  read: ReadRevocations,
  learn: (page: RevocationNews["revocations"]) => void,
): Promise<Place | undefined> {
  for (let sequence = afterSequence; ; ) {
    const at = performance.now();
    const page = await read(sequence);
    if (page === undefined) return undefined;
    learn(page.revocations);
    sequence = page.sequence;
    if (page.isWhole) return { sequence, at };
  }
}

function readNews(text: string): RevocationNews | undefined {
  try {
    return RevocationNews.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

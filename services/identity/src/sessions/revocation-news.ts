import { jsonText, revocationsSubject } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import type { Database, Logger, Messaging } from "@sanu/platform";
import { type RevocationsPage, readRevocations } from "./read-revocations.ts";
import { sessionLimits } from "./session-limits.ts";

export interface RevocationNewsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly messaging: () => Messaging;
  readonly logger: Logger;
}

/** Tells the gateways what was revoked, at once, and at every beat that there is nothing they missed. */
export interface RevocationNewsSender {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Something was revoked: tells it now and not at the next beat. */
  readonly wake: () => void;
}

/**
 * Every replica tells everything, also what another one wrote: a beat is a look into the database. While the
 * database does not answer there is no beat, because then nobody knows what was revoked.
 */
export function createRevocationNews(options: RevocationNewsOptions): RevocationNewsSender {
  const { database, clock, messaging, logger } = options;
  let told = 0;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const tell = async (): Promise<void> => {
    let page: RevocationsPage;
    do {
      isWoken = false;
      const afterSequence = told;
      page = await readRevocations(database, afterSequence, clock.now());
      const { namespace, publishCore } = messaging();
      const { sequence, revocations } = page;
      publishCore(
        revocationsSubject(namespace),
        jsonText({ afterSequence, sequence, revocations }),
      );
      told = sequence;
    } while (!page.isWhole || isWoken);
  };

  const beat = (): void => {
    if (!isStarted || running !== undefined) return;
    clearTimeout(timer);
    running = tell()
      .catch((error: unknown) => logger.warn({ error }, "revocations could not be told"))
      .finally(() => {
        running = undefined;
        if (isStarted) timer = setTimeout(beat, isWoken ? 0 : sessionLimits.beatMs);
      });
  };

  return {
    async start() {
      // What was revoked before is loaded by every gateway itself.
      told = (await readRevocations(database, Number.MAX_SAFE_INTEGER, clock.now())).sequence;
      isStarted = true;
      beat();
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await running;
    },
    wake() {
      isWoken = true;
      beat();
    },
  };
}

import { jsonText, revocationsSubject } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { createLoop, type Loop, type Messaging, type NextRun } from "@sanu/platform";
import type { BackgroundDeps } from "../background-deps.ts";
import { readRevocations } from "./read-revocations.ts";
import { sessionLimits } from "./session-limits.ts";

export interface RevocationPublisherOptions extends BackgroundDeps {
  readonly messaging: () => Messaging;
}

/** Publishes what was revoked: when woken at once, and at every beat, that the gateways know that they missed nothing. */
export interface RevocationPublisher extends Pick<Loop, "stop" | "wake"> {
  readonly start: () => Promise<void>;
}

/**
 * Every replica publishes everything, also what another one wrote: a beat is a look into the database. While the
 * database does not answer there is no beat, because then nobody knows what was revoked.
 */
export function createRevocationPublisher(
  options: RevocationPublisherOptions,
): RevocationPublisher {
  const { database, clock, messaging, logger, metrics } = options;
  const publisher = newId();
  let published = 0;

  const publishNext = async (): Promise<NextRun> => {
    const afterSequence = published;
    const at = clock.now();
    const page = await readRevocations(database, afterSequence, at);
    const { sequence, revocations, isWhole } = page;
    const { namespace, publishCore } = messaging();
    const batch = { afterSequence, sequence, revocations, at: clock.now(), publisher };
    publishCore(revocationsSubject(namespace), jsonText(batch));
    published = sequence;
    return isWhole ? "idle" : "at-once";
  };
  const loop = createLoop({
    name: "revocations",
    work: publishNext,
    idleMs: sessionLimits.beatMs,
    backOffMaxMs: sessionLimits.beatMs,
    logger,
    metrics,
  });

  return {
    async start() {
      // What was revoked before is loaded by every gateway itself.
      published = (await readRevocations(database, Number.MAX_SAFE_INTEGER, clock.now())).sequence;
      loop.start();
    },
    stop: loop.stop,
    wake: loop.wake,
  };
}

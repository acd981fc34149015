import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { inboxPrefix, type NatsUser } from "@sanu/contracts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import { credentialsOf } from "../messaging/connect-nats.ts";
import { watchConnection } from "../messaging/connection-watch.ts";
import { applyChanges } from "./apply-changes.ts";
import { type Administration, findChanges } from "./find-changes.ts";
import { glanceAt } from "./glance.ts";
import { streamLimits } from "./limits.ts";
import {
  describeChange,
  isReplicasChange,
  nameOfChange,
  type StreamChange,
  takesCopiesAway,
} from "./stream-changes.ts";
import type { StreamSetUp } from "./stream-set-up.ts";

export interface StreamListener {
  readonly onMade: (names: readonly string[]) => void;
  /** Told once for each trouble, not for each try. */
  readonly onTrouble: (reason: string) => void;
}

/** Recreates what is missing, because a service at run time may not create anything. */
export interface StreamController {
  /** What is missing or differs; changes nothing. */
  readonly findChanges: () => Promise<readonly StreamChange[]>;
  /**
   * Returns what was missing or differed. Throws when NATS does not answer or refuses, where what was changed stays; and
   * before anything is changed where copies would go that may not.
   */
  readonly apply: () => Promise<readonly StreamChange[]>;
  /** Looks every 2 s, in quiet times every 5 s, and at once when NATS is back; closely where something seems to be different, and every half minute. Copies of streams that are there it leaves as they are and says so. */
  readonly start: (listener: StreamListener) => void;
  /** `undefined` when everything was in its place at the last look. */
  readonly trouble: () => string | undefined;
  readonly stop: () => Promise<void>;
}

const name: NatsUser = "streams";

/** Makes the streams and durables that contracts define, and goes on seeing to it that they are there. Throws where NATS cannot be reached at the start. */
export async function createStreamController(setUp: StreamSetUp): Promise<StreamController> {
  const connection = await connect({
    servers: setUp.url,
    name,
    ...credentialsOf(setUp.user ?? name, setUp.password),
    inboxPrefix: inboxPrefix(name),
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: streamLimits.reconnectWaitMs,
    noAsyncTraces: true,
  });
  const watch = watchConnection(connection);
  let trouble: string | undefined = "not looked yet";
  let loop: Loop | undefined;

  const administer = async (): Promise<Administration> => {
    const options = { timeout: streamLimits.apiTimeoutMs, checkAPI: false };
    const manager = await jetstreamManager(connection, options);
    return { manager, whileConnected: watch.whileConnected };
  };
  const find = async () => findChanges(await administer(), setUp);
  const apply = async () => {
    const changes = await find();
    if (setUp.mayTakeCopiesAway !== true) expectNoneTakenAway(changes);
    await applyChanges(await administer(), changes);
    return changes;
  };
  const look = createLook(administer, setUp);
  const reconcile = async ({ onMade, onTrouble }: StreamListener): Promise<void> => {
    try {
      const { made, difference } = await look();
      if (made.length > 0) onMade(made);
      if (difference !== undefined && difference !== trouble) onTrouble(difference);
      trouble = difference;
    } catch (error) {
      const reason = error instanceof Error ? error.message : "an unknown reason";
      if (reason !== trouble) onTrouble(reason);
      trouble = reason;
    }
  };
  watch.onReconnect(() => loop?.wake());
  return {
    findChanges: find,
    apply,
    start(listener) {
      loop = createLoop({
        name: "streams",
        work: () => reconcile(listener),
        idleMs: streamLimits.controllerIntervalMs,
        quietIdleMs: streamLimits.controllerQuietMs,
      });
      loop.start();
    },
    trouble: () => watch.trouble() ?? trouble,
    async stop() {
      await loop?.stop();
      await connection.close();
    },
  };
}

interface Look {
  /** Names of what was missing or differed. */
  readonly made: readonly string[];
  /** What differs and is an operator's to change. */
  readonly difference: string | undefined;
}

/** What seems to be as it was after nothing did is not looked at closely for a while. */
function createLook(
  administer: () => Promise<Administration>,
  setUp: StreamSetUp,
): () => Promise<Look> {
  let known: string | undefined;
  let difference: string | undefined;
  let closelyAt = 0;
  return async () => {
    const administration = await administer();
    const seen = await glanceAt(administration, setUp.namespace);
    if (seen !== undefined && seen === known && performance.now() < closelyAt) {
      return { made: [], difference };
    }
    // What changes meanwhile differs from what was seen before.
    known = undefined;
    const changes = await findChanges(administration, setUp);
    const missing = changes.filter(isToBeKept);
    await applyChanges(administration, missing);
    if (missing.length === 0) known = seen;
    difference = changes.filter(isReplicasChange).map(describeChange).join("; ") || undefined;
    closelyAt = performance.now() + streamLimits.closeLookMs;
    return { made: missing.map(nameOfChange), difference };
  };
}

/**
 * Copies are an operator's to change. A durable that follows more is a newer release's, which an upgrade sets up before it replaces who
 * keeps streams: made as this one knows it, it would begin anew, and what only the newer one follows would go to nobody.
 */
function isToBeKept(change: StreamChange): boolean {
  return !isReplicasChange(change) && change.kind !== "narrow-durable";
}

function expectNoneTakenAway(changes: readonly StreamChange[]): void {
  const fewer = changes.filter(takesCopiesAway).map(describeChange);
  if (fewer.length === 0) return;
  throw new Error(`${fewer.join("; ")}. That has to be allowed (--fewer); nothing was changed`);
}

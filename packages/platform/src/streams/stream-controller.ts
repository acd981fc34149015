import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { inboxPrefix, type NatsUser } from "@sanu/contracts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import { credentialsOf } from "../messaging/connect-nats.ts";
import { watchConnection } from "../messaging/connection-watch.ts";
import { type Administration, applyDefinitions } from "./apply-definitions.ts";
import { glanceAt } from "./glance.ts";
import { streamLimits } from "./limits.ts";
import type { StreamSetUp } from "./stream-set-up.ts";

export interface StreamListener {
  readonly onMade: (names: readonly string[]) => void;
  /** Told once for each trouble, not for each try. */
  readonly onTrouble: (reason: string) => void;
}

/** Recreates what is missing, because a service at run time may not create anything. */
export interface StreamController {
  readonly apply: () => Promise<readonly string[]>;
  /** Looks every 2 s, in quiet times every 5 s, and at once when NATS is back; closely where something seems to be different, and every half minute. */
  readonly start: (listener: StreamListener) => void;
  /** `undefined` when everything was in its place at the last look. */
  readonly trouble: () => string | undefined;
  readonly stop: () => Promise<void>;
}

const name: NatsUser = "streams";

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
  const apply = async () => applyDefinitions(await administer(), setUp);
  const look = createLook(administer, setUp);
  const reconcile = async ({ onMade, onTrouble }: StreamListener): Promise<void> => {
    try {
      const made = await look();
      trouble = undefined;
      if (made.length > 0) onMade(made);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "an unknown reason";
      if (reason !== trouble) onTrouble(reason);
      trouble = reason;
    }
  };
  watch.onReconnect(() => loop?.wake());
  return {
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

/** Returns what was missing or differed. What seems to be as it was after nothing did is not looked at closely for a while. */
function createLook(
  administer: () => Promise<Administration>,
  setUp: StreamSetUp,
): () => Promise<readonly string[]> {
  let known: string | undefined;
  let closelyAt = 0;
  return async () => {
    const administration = await administer();
    const seen = await glanceAt(administration, setUp.namespace);
    if (seen !== undefined && seen === known && performance.now() < closelyAt) return [];
    // What changes meanwhile differs from what was seen before.
    known = undefined;
    const made = await applyDefinitions(administration, setUp);
    if (made.length === 0) known = seen;
    closelyAt = performance.now() + streamLimits.closeLookMs;
    return made;
  };
}

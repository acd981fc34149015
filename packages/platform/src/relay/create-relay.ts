import { relayWakeSubject } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { createLease } from "./lease.ts";
import { relayLimits } from "./limits.ts";
import type { RelayOptions } from "./relay-options.ts";
import { type RelayRun, startRun } from "./relay-run.ts";

/** Every public fact once, in order. */
export interface Relay {
  /** Before the service takes commands. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** After a commit with a public fact; wakes the other replicas too. */
  readonly wake: () => void;
}

/** Said behind the release of a lease, where others hear that there is something to publish; one of 0.1.0 hears that alone. */
const released = "released";

/** Every replica has one; the lease decides which of them publishes. */
export function createRelay(options: RelayOptions): Relay {
  const { service, database, messaging } = options;
  const lease = createLease({
    database,
    name: "relay",
    holder: newId(),
    leaseMs: relayLimits.leaseMs,
  });
  const wakeSubject = relayWakeSubject(messaging.namespace, service);
  let stopListening: readonly (() => void)[] = [];
  let running: RelayRun | undefined;
  return {
    async start() {
      running = await startRun(options, lease);
      stopListening = [
        messaging.subscribeCore(wakeSubject, (text) =>
          text === released ? running?.takeOver() : running?.wake(),
        ),
        messaging.onReconnect(running.inspectSoon),
      ];
    },
    async stop() {
      for (const stop of stopListening) stop();
      await running?.stop();
      const hasHeir = lease.isHeld();
      await lease.release().catch(() => undefined);
      if (hasHeir) messaging.publishCore(wakeSubject, released);
    },
    wake() {
      running?.wake();
      // Whoever leads publishes by itself, and nobody else needs to hear of it.
      if (!lease.isHeld()) messaging.publishCore(wakeSubject, "");
    },
  };
}

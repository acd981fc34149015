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

/** Said behind the release of a lease, where others hear that there is something to publish. */
const released = "released";

/** The group of those who do not lead: one of them is enough to take over, and none of them needs to be woken. */
const heirs = "heirs";

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
  let isStopped = false;
  let stopListening: () => void = () => undefined;
  let running: RelayRun | undefined;
  let listening: { readonly asHeir: boolean; readonly stop: () => void } | undefined;
  const receive = (text: string) => (text === released ? running?.takeOver() : running?.wake());
  /** Listens the new way before the old one ends: a word heard twice wakes once, one that nobody heard waits for a poll. */
  const listen = (): void => {
    const asHeir = options.election !== false && !lease.isHeld();
    const before = listening;
    if (isStopped || before?.asHeir === asHeir) return;
    const group = asHeir ? { group: heirs } : {};
    listening = { asHeir, stop: messaging.subscribeCore(wakeSubject, receive, group) };
    before?.stop();
  };
  return {
    async start() {
      running = await startRun(options, lease, listen);
      listen();
      stopListening = messaging.onReconnect(running.inspectSoon);
    },
    async stop() {
      isStopped = true;
      stopListening();
      listening?.stop();
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

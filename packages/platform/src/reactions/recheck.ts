import type { Database } from "../database/open-database.ts";
import type { Logger } from "../logger/create-logger.ts";
import type { NextRun } from "../loop/next-run.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { findUnhandled } from "./find-unhandled.ts";
import { type Handling, parkAcknowledged } from "./handle-fact.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import { reactionLimits } from "./limits.ts";

const soon = { dueInMs: reactionLimits.recheckPollMs } as const;

/** At the start and after a loss: whatever answers then may be another server, which lacks what was last committed. */
export function createRecheck(
  {
    group,
    database,
    messaging,
    logger,
  }: {
    readonly group: string;
    readonly database: Pick<Database, "onConnectionLost">;
    readonly messaging: Messaging;
    readonly logger: Logger;
  },
  durable: { readonly stream: string; readonly name: string },
  {
    handling,
    accept,
    onLost,
  }: {
    readonly handling: Handling;
    readonly accept: (incoming: IncomingFact) => void;
    readonly onLost: () => void;
  },
) {
  let losses = 1;
  let rechecked = 0;
  let stopListening: () => void = () => undefined;
  return {
    start() {
      stopListening = database.onConnectionLost(() => {
        losses += 1;
        onLost();
      });
    },
    stop: () => stopListening(),
    async work(): Promise<NextRun> {
      if (rechecked === losses) return "idle";
      if (!handling.gate.isOpen() || !messaging.isConnected()) return soon;
      const upTo = losses;
      const unhandled = await findUnhandled(messaging.connection, durable, handling);
      const lost = unhandled.filter((one) => one.isAcknowledged && one.sendsMoney);
      for (const { incoming } of lost) await parkAcknowledged(handling, incoming);
      const again = unhandled.filter((one) => !lost.includes(one));
      for (const { incoming } of again) accept(incoming);
      if (again.length > 0) {
        logger.warn({ group, facts: again.length }, "acknowledged facts are handled again");
      }
      rechecked = upTo;
      return rechecked === losses ? "idle" : soon;
    },
  };
}

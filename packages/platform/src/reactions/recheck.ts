import type { Database } from "../database/open-database.ts";
import type { Logger } from "../logger/create-logger.ts";
import type { NextRun } from "../loop/next-run.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { findUnhandled, type UnhandledFact } from "./find-unhandled.ts";
import { type Handling, parkAcknowledged } from "./handle-fact.ts";
import { holdParkedMoney } from "./hold-parked.ts";
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
    isDone: () => rechecked === losses,
    async work(): Promise<NextRun> {
      if (rechecked === losses) return "idle";
      if (!handling.gate.isOpen() || !messaging.isConnected()) return soon;
      const upTo = losses;
      const unhandled = await findUnhandled(messaging.connection, durable, handling);
      const lost = lostMoney(unhandled);
      for (const { incoming } of lost) await parkAcknowledged(handling, incoming);
      const held = unhandled.some(({ isAcknowledged }) => isAcknowledged)
        ? await holdParkedMoney(handling)
        : 0;
      if (held > 0) logger.warn({ group, facts: held }, "parked facts may have been handled");
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

/**
 * NATS tells up to where all is handled, and of what is behind that only how much is still in hand. So where money that was sent is not known
 * any more, all that sends money and is not known counts: some of it was handled while an earlier fact took longer.
 */
function lostMoney(unhandled: readonly UnhandledFact[]): readonly UnhandledFact[] {
  const sending = unhandled.filter(({ sendsMoney }) => sendsMoney);
  return sending.some(({ isAcknowledged }) => isAcknowledged) ? sending : [];
}

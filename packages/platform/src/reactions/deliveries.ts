import type { JsMsg } from "@nats-io/jetstream";
import type { Messaging } from "../messaging/connect-nats.ts";
import type { LogPosition } from "../relay/log-position.ts";
import { type Handling, handleFact } from "./handle-fact.ts";
import { type IncomingFact, incomingFact, laneOf } from "./incoming-fact.ts";
import { createLanes } from "./lanes.ts";
import { reactionLimits } from "./limits.ts";

/** What a group was given and has not settled yet, lane by lane. */
export function createDeliveries(
  handling: Handling,
  soon: Messaging["soon"],
  onHandled: (at: LogPosition) => void,
) {
  const lanes = createLanes(reactionLimits.concurrencyMax);
  const open = new Map<string, JsMsg>();

  const work = async (message: JsMsg, incoming: IncomingFact): Promise<void> => {
    const { factId, at } = incoming;
    const outcome = await handleFact(handling, incoming, message.redelivered);
    open.delete(factId);
    if (outcome === "left") return message.nak();
    soon(() => message.ack());
    if (outcome === "done") onHandled(at);
    return undefined;
  };

  return {
    accept(message: JsMsg): void {
      const incoming = readMessage(message);
      // The same fact again while it is being handled: the first delivery's end settles it.
      if (open.has(incoming.factId)) return;
      open.set(incoming.factId, message);
      lanes.run(laneOf(incoming), () => work(message, incoming));
    },
    /** A fact that was acknowledged before; `handled` refuses it where it is under way already. */
    acceptAgain(incoming: IncomingFact): void {
      if (open.has(incoming.factId)) return;
      lanes.run(laneOf(incoming), async () => {
        if ((await handleFact(handling, incoming, true)) === "done") onHandled(incoming.at);
      });
    },
    keepAlive(): Promise<void> {
      for (const message of open.values()) message.working();
      return Promise.resolve();
    },
    async stop(): Promise<void> {
      await lanes.clear();
      for (const message of open.values()) message.nak();
      open.clear();
    },
  };
}

function readMessage(message: JsMsg): IncomingFact {
  const headers: Record<string, string> = {};
  for (const [name, [value]] of message.headers ?? []) headers[name] = value ?? "";
  const { stream, streamSequence } = message.info;
  return incomingFact(headers, message.data, `${stream}:${streamSequence}`);
}

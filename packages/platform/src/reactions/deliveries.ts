import type { JsMsg } from "@nats-io/jetstream";
import type { NextRun } from "../loop/next-run.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import type { LogPosition } from "../relay/log-position.ts";
import { type Handling, handleFact } from "./handle-fact.ts";
import { type IncomingFact, incomingFact, laneOf } from "./incoming-fact.ts";
import { createLanes } from "./lanes.ts";
import { reactionLimits } from "./limits.ts";

interface Delivery {
  readonly message: JsMsg;
  readonly lane: string;
}

/** What a group was given and has not settled yet, lane by lane. */
export function createDeliveries(
  handling: Handling,
  soon: Messaging["soon"],
  on: {
    readonly accepted: () => void;
    readonly handled: (at: LogPosition) => void;
  },
) {
  const lanes = createLanes(reactionLimits.concurrencyMax);
  const open = new Map<string, Delivery>();
  let isDraining = false;
  let isLeft = false;

  /** Behind one of its aggregate that is under way a fact waits for its end: whoever gets it next finds that one handled. */
  const handBack = (): void => {
    for (const [factId, { message, lane }] of open) {
      if (lanes.isBusy(lane)) continue;
      open.delete(factId);
      message.nak();
    }
  };
  const work = async (message: JsMsg, incoming: IncomingFact): Promise<void> => {
    const { factId, at } = incoming;
    const outcome = await handleFact(handling, incoming, message.redelivered);
    open.delete(factId);
    if (outcome === "left") message.nak();
    else soon(() => message.ack());
    if (outcome === "done") on.handled(at);
    if (isLeft) setImmediate(handBack);
  };

  return {
    accept(message: JsMsg): void {
      const incoming = readMessage(message);
      // The same fact again while it is being handled: the first delivery's end settles it.
      if (open.has(incoming.factId)) return;
      const lane = laneOf(incoming);
      open.set(incoming.factId, { message, lane });
      on.accepted();
      if (!isDraining) lanes.run(lane, () => work(message, incoming));
    },
    /** A fact that was acknowledged before; `handled` refuses it where it is under way already. */
    acceptAgain(incoming: IncomingFact): void {
      if (isDraining || open.has(incoming.factId)) return;
      lanes.run(laneOf(incoming), async () => {
        if ((await handleFact(handling, incoming, true)) === "done") on.handled(incoming.at);
      });
    },
    /** As long as anything is open it is told again and again, unless nothing of it can be handled: then others get it. */
    keepAlive(): Promise<NextRun> {
      if (handling.gate.isOpen()) for (const { message } of open.values()) message.working();
      return Promise.resolve(open.size > 0 ? { dueInMs: reactionLimits.workingEveryMs } : "idle");
    },
    /** Begins nothing more. */
    drain(): void {
      isDraining = true;
      lanes.drop();
    },
    /** Once nothing more comes: what goes back earlier comes again to who goes. */
    leave(): void {
      isLeft = true;
      handBack();
    },
    async stop(): Promise<void> {
      await lanes.idle();
      handBack();
    },
  };
}

function readMessage(message: JsMsg): IncomingFact {
  const headers: Record<string, string> = {};
  for (const [name, [value]] of message.headers ?? []) headers[name] = value ?? "";
  const { stream, streamSequence } = message.info;
  return incomingFact(headers, message.data, `${stream}:${streamSequence}`);
}

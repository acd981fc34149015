import type { Socket } from "node:net";
import { type Backlog, createBacklog } from "./backlog.ts";
import { type Direction, resetsAfter, swallows, type Wire } from "./wire.ts";

/** One direction of one connection. */
export interface Flow {
  readonly wireChanged: () => void;
}

interface FlowOptions {
  readonly from: Socket;
  readonly to: Socket;
  readonly direction: Direction;
  readonly wireNow: () => Wire;
  readonly reset: () => void;
}

/** Carries what one side says to the other, as the wire of each moment lets it. */
export function startFlow(options: FlowOptions): Flow {
  const { from, to, direction, wireNow } = options;
  const backlog = createBacklog(from);
  const sleeper = createSleeper();
  const counted = { passedBytes: 0 };
  let isDead = false;
  let hasEnded = false;
  let isPumping = false;
  const isSilent = () => isDead || swallows(wireNow(), direction);

  const pump = async (): Promise<void> => {
    if (isPumping) return;
    isPumping = true;
    while (backlog.head() !== undefined && !to.destroyed) {
      isDead = isSilent();
      if (isDead) backlog.drop();
      else await passNext(options, { backlog, sleeper, counted });
    }
    isPumping = false;
    if (hasEnded && !isSilent()) to.end();
  };

  from.on("data", (bytes) => {
    backlog.add(bytes);
    void pump();
  });
  from.on("end", () => {
    hasEnded = true;
    void pump();
  });
  from.on("close", (hadError) => {
    if (hadError && !isSilent()) breakOff(to);
  });
  return {
    wireChanged() {
      counted.passedBytes = 0;
      sleeper.wake();
    },
  };
}

/** Resets a connection; one that is only being made is given up. */
export function breakOff(socket: Socket): void {
  if (socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}

interface Passing {
  readonly backlog: Backlog;
  readonly sleeper: Sleeper;
  readonly counted: { passedBytes: number };
}

/** Passes what the wire lets through next, or waits for the moment at which it does. */
async function passNext(
  { to, direction, wireNow, reset }: FlowOptions,
  { backlog, sleeper, counted }: Passing,
): Promise<void> {
  const head = backlog.head();
  if (head === undefined) return;
  const wire = wireNow();
  const pass = (bytesMax: number, onSent?: () => void): void => {
    const bytes = backlog.take(bytesMax);
    counted.passedBytes += bytes.length;
    if (to.writable) to.write(bytes, onSent);
    else onSent?.();
  };
  const leftMs = wire.kind === "slow" ? head.sentAt + wire.latencyMs - performance.now() : 0;
  const untilReset =
    (resetsAfter(wire, direction) ?? Number.POSITIVE_INFINITY) - counted.passedBytes;
  if (leftMs > 0) {
    await sleeper.sleep(leftMs);
  } else if (wire.kind === "drip") {
    pass(1);
    await sleeper.sleep(1_000 / wire.bytesPerSecond);
  } else if (untilReset >= head.bytes.length) {
    pass(head.bytes.length);
  } else {
    // What was passed is on its way before the reset is, also where the connection is only being made.
    await new Promise<void>((resolve) => pass(untilReset, resolve));
    reset();
  }
}

interface Sleeper {
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly wake: () => void;
}

function createSleeper(): Sleeper {
  let wake: () => void = () => undefined;
  return {
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
}

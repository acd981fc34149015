import { createLoop, type Logger, type Metrics } from "@sanu/platform";
import type { ResponseBasis } from "./create-response.ts";

/** The pause grows while nobody waits. */
export const linkWaiterLimits = { pollMs: 250, quietPollMs: 10_000 } as const;

/** What the response to an order is made of, besides the link, as it was placed here. */
export interface PlacedOrder {
  readonly basis: ResponseBasis;
  readonly pageToken: string;
  readonly hasKey: boolean;
}

export interface LinkWaiter {
  /** For whoever learns of the link on this replica, for as long as somebody waits. */
  readonly place: (order: PlacedOrder) => void;
  /** Waits until somebody says that the link is there, at most so long. Returns the response where it was frozen here. */
  readonly wait: (timeoutMs: number) => Promise<string | undefined>;
  /** Must be called when nobody waits any more. */
  readonly leave: () => void;
}

/** Everybody on this replica who waits for a link. */
export interface LinkWaiters {
  /** Begins to listen for one order. What is announced between this call and `wait` is not missed. */
  readonly enter: (transactionId: string) => LinkWaiter;
  /** Of an order that was placed here, while somebody waits for its link. */
  readonly findPlaced: (transactionId: string) => PlacedOrder | undefined;
  /** The response that is frozen under the order's key by now: whoever waits here need not read it. */
  readonly respond: (transactionId: string, responseJson: string) => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * One subscription and one poll for all who wait, however many they are. The poll is the net under the
 * announcements, which may be lost.
 */
export function createLinkWaiters(options: {
  /** Calls back with a transaction's id when its link was recorded; returns what ends it. */
  readonly subscribe: (onSettled: (transactionId: string) => void) => () => void;
  readonly listSettled: (transactionIds: readonly string[]) => Promise<readonly string[]>;
  readonly logger: Pick<Logger, "warn" | "info">;
  readonly metrics?: Pick<Metrics, "loops">;
}): LinkWaiters {
  const waiting = new Map<string, Awaited>();
  let unsubscribe: (() => void) | undefined;

  const settle = (transactionId: string, responseJson?: string): void => {
    for (const wake of waiting.get(transactionId)?.wakes ?? []) wake(responseJson);
  };
  const poll = async (): Promise<void> => {
    if (waiting.size === 0) return;
    for (const transactionId of await options.listSettled([...waiting.keys()])) {
      settle(transactionId);
    }
  };
  const loop = createLoop({
    name: "link-poll",
    work: poll,
    idleMs: linkWaiterLimits.pollMs,
    quietIdleMs: linkWaiterLimits.quietPollMs,
    logger: options.logger,
    metrics: options.metrics,
  });

  return {
    enter(transactionId) {
      loop.expectWork();
      return enterInto(waiting, transactionId);
    },
    findPlaced: (transactionId) => waiting.get(transactionId)?.placed,
    respond: settle,
    start() {
      unsubscribe = options.subscribe((transactionId) => settle(transactionId));
      loop.start();
    },
    async stop() {
      unsubscribe?.();
      await loop.stop();
    },
  };
}

type Wake = (responseJson?: string) => void;

interface Awaited {
  readonly wakes: Set<Wake>;
  placed: PlacedOrder | undefined;
}

function enterInto(waiting: Map<string, Awaited>, transactionId: string): LinkWaiter {
  const { promise: settled, resolve } = Promise.withResolvers<string | undefined>();
  const wake: Wake = (responseJson) => resolve(responseJson);
  const awaited = waiting.get(transactionId) ?? { wakes: new Set(), placed: undefined };
  awaited.wakes.add(wake);
  waiting.set(transactionId, awaited);
  let timeout: NodeJS.Timeout | undefined;
  return {
    place(order) {
      awaited.placed = order;
    },
    async wait(timeoutMs) {
      const late = new Promise<undefined>((resolveLate) => {
        timeout = setTimeout(() => resolveLate(undefined), timeoutMs);
      });
      const responseJson = await Promise.race([settled, late]);
      clearTimeout(timeout);
      return responseJson;
    },
    leave() {
      clearTimeout(timeout);
      awaited.wakes.delete(wake);
      if (awaited.wakes.size === 0) waiting.delete(transactionId);
    },
  };
}

import { ListClosedCollections, ListClosedDisbursements } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { createLoop, type Logger, type Messaging, type Metrics, type Part } from "@sanu/platform";
import type { BoundsByChannel, ChannelBounds } from "./channel-bounds.ts";
import type { ReadOrder } from "./read-order.ts";

const channelLimits = {
  /** Payments and payouts are asked so often which channels are closed. */
  readMs: 1_000,
  /** What it grows to while nobody orders. */
  quietReadMs: 5_000,
  requestTimeoutMs: 3_000,
  /** What they said counts no longer while they say nothing: then they fail an order themselves. */
  knownForMs: 30_000,
} as const;

type OrderedChannels = Pick<ReadOrder, "channel" | "payoutChannel">;
type OrderedWays = OrderedChannels & Pick<ReadOrder, "receiver">;

/** Whether any provider and any node may have an order, as far as payments and payouts have said. */
export interface OpenChannels {
  readonly isOpen: (order: OrderedWays) => boolean;
  /** What is beyond every provider that may have it. */
  readonly boundsOf: (order: OrderedChannels) => ChannelBounds | undefined;
}

interface Reading {
  readonly closed: readonly string[];
  readonly bounds: BoundsByChannel;
  readonly untilMs: number;
}

const directions = {
  collection: ListClosedCollections,
  disbursement: ListClosedDisbursements,
} as const;

export function createOpenChannels({
  messaging,
  ...loopOptions
}: {
  readonly messaging: () => Pick<Messaging, "request">;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops">;
}): OpenChannels & Part {
  const readings = new Map<keyof typeof directions, Reading>();
  const read = async (direction: keyof typeof directions) => {
    const context = { correlationId: newId<string>(), causationId: newId<string>() };
    const options = { context, timeoutMs: channelLimits.requestTimeoutMs };
    const reply = await messaging().request(directions[direction], {}, options);
    if (reply.kind !== "replied") return;
    const untilMs = performance.now() + channelLimits.knownForMs;
    const { closedChannels: closed, bounds: said } = reply.data;
    const bounds = new Map(
      said.map(({ channel, amountXofMin: minXof, amountXofMax: maxXof }) => [
        channel,
        { minXof, maxXof },
      ]),
    );
    readings.set(direction, { closed, bounds, untilMs });
  };
  const loop = createLoop({
    ...loopOptions,
    name: "open-channels",
    idleMs: channelLimits.readMs,
    quietIdleMs: channelLimits.quietReadMs,
    async work() {
      await Promise.all([read("collection"), read("disbursement")]);
    },
  });
  const readingOf = (direction: keyof typeof directions) => {
    loop.expectWork();
    const reading = readings.get(direction);
    return reading === undefined || performance.now() > reading.untilMs ? undefined : reading;
  };
  const isClosed = (direction: keyof typeof directions, channel: string) =>
    (readingOf(direction)?.closed ?? []).includes(channel);
  return {
    name: "open-channels",
    start: async () => loop.start(),
    stop: loop.stop,
    isOpen({ channel, payoutChannel, receiver }) {
      if (isClosed("collection", channel)) return false;
      // Of sats payouts says it by the kind of receiver.
      const paidOutOver = payoutChannel ?? receiver?.kind;
      return paidOutOver === undefined || !isClosed("disbursement", paidOutOver);
    },
    boundsOf({ channel, payoutChannel }) {
      const direction = payoutChannel === null ? "collection" : "disbursement";
      return readingOf(direction)?.bounds.get(payoutChannel ?? channel);
    },
  };
}

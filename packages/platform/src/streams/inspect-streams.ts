import { jetstreamManager } from "@nats-io/jetstream";
import {
  consumerDefinitions,
  factsOfService,
  type PublishingService,
  reactionGroups,
  streamDefinitions,
} from "@sanu/contracts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { openStreamReader, readStreamEnd } from "../relay/stream-end.ts";

export interface StreamsView {
  /** Event ids; null when the stream is empty or missing. */
  readonly lastFactIds: Readonly<Record<PublishingService, string | null>>;
  /** Facts that are delivered to nobody yet or not acknowledged, over all reaction groups. */
  readonly unhandled: number;
}

export async function inspectStreams(messaging: Messaging): Promise<StreamsView> {
  const { namespace } = messaging;
  const reader = await openStreamReader(messaging);
  const manager = await jetstreamManager(messaging.connection, { checkAPI: false });
  const ends = await Promise.all(
    streamDefinitions(namespace).map(async ({ name, service }) => {
      const end = await readStreamEnd(reader, name, factsOfService(namespace, service));
      return [service, end?.last?.eventId ?? null] as const;
    }),
  );
  const behind = await Promise.all(
    consumerDefinitions(namespace, reactionGroups).map(async ({ stream, durable }) => {
      const info = await messaging.whileConnected(() => manager.consumers.info(stream, durable));
      return info.num_pending + info.num_ack_pending;
    }),
  );
  const ids = new Map(ends);
  const idOf = (service: PublishingService) => ids.get(service) ?? null;
  return {
    lastFactIds: {
      identity: idOf("identity"),
      transactions: idOf("transactions"),
      payments: idOf("payments"),
      payouts: idOf("payouts"),
    },
    unhandled: behind.reduce((sum, facts) => sum + facts, 0),
  };
}

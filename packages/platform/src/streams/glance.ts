import type { JetStreamManager } from "@nats-io/jetstream";
import { type Namespace, streamDefinitions } from "@sanu/contracts";
import { isStreamMissing } from "../relay/stream-end.ts";
import type { Administration } from "./find-changes.ts";

/**
 * Since when each stream is there, in how many copies, and how many follow it: one question for each stream, where a close look has another one for each
 * durable. Undefined where a stream is missing.
 */
export async function glanceAt(
  { manager, whileConnected }: Administration,
  namespace: Namespace,
): Promise<string | undefined> {
  const names = streamDefinitions(namespace).map(({ name }) => name);
  const seen = await whileConnected(() =>
    Promise.all(names.map((name) => markOf(manager.streams, name))),
  );
  return seen.includes(undefined) ? undefined : seen.join();
}

async function markOf(
  streams: Pick<JetStreamManager["streams"], "info">,
  name: string,
): Promise<string | undefined> {
  try {
    const { created, state, config } = await streams.info(name);
    return `${name} ${created} ${state.consumer_count} ${config.num_replicas}`;
  } catch (error) {
    if (isStreamMissing(error)) return undefined;
    throw error;
  }
}

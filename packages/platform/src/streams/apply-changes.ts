import type { ConsumerDefinition } from "@sanu/contracts";
import { DisconnectedError } from "../messaging/connection-watch.ts";
import { hasNoAnswer } from "./ask-again.ts";
import { ackWaitNs, consumerConfig, streamConfig } from "./definition-config.ts";
import type { Administration } from "./find-changes.ts";
import { describeChange, type StreamChange } from "./stream-changes.ts";

/** One after the other. Throws when NATS does not answer or refuses; what was changed before stays. */
export async function applyChanges(
  administration: Administration,
  changes: readonly StreamChange[],
): Promise<void> {
  for (const change of changes) {
    try {
      await applyChange(administration, change);
    } catch (error) {
      throw new Error(`${describeChange(change)}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** What nobody answered may be done all the same; whoever looks again sees it. */
function reasonOf(error: unknown): string {
  const isUnknown = hasNoAnswer(error) || error instanceof DisconnectedError;
  if (isUnknown) return "NATS did not say whether that is done; look again";
  return `NATS refused it (${error instanceof Error ? error.message : "an unknown reason"})`;
}

async function applyChange(administration: Administration, change: StreamChange): Promise<void> {
  const { manager, whileConnected } = administration;
  const { streams, consumers } = manager;
  switch (change.kind) {
    case "make-stream":
      await whileConnected(() => streams.add(streamConfig(change.stream, change.replicas)));
      return;
    case "change-replicas":
      // Who logs in may not be allowed to: whoever changes a stream can have it take what others send, or forget.
      await whileConnected(() => streams.update(change.name, { num_replicas: change.wanted }));
      return;
    case "replace-durable":
    case "narrow-durable":
      // It begins at the start of the stream: facts of a new kind may lie behind the place where it stands. What
      // its group handled before is known to the group.
      await whileConnected(() => consumers.delete(change.durable.stream, change.durable.durable));
      await makeDurable(administration, change.durable);
      return;
    case "make-durable":
      await makeDurable(administration, change.durable);
      return;
    case "update-durable": {
      const { stream, durable } = change.durable;
      await whileConnected(() => consumers.update(stream, durable, { ack_wait: ackWaitNs }));
    }
  }
}

function makeDurable(
  { manager: { consumers }, whileConnected }: Administration,
  wanted: ConsumerDefinition,
) {
  return whileConnected(() => consumers.add(wanted.stream, consumerConfig(wanted)));
}

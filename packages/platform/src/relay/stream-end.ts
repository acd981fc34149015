import type { JetStreamManager, StoredMsg } from "@nats-io/jetstream";

/** The end of a stream: the fence for the next publish, and the last message that still exists. */
export interface StreamEnd {
  /** `state.last_seq`, which deletions do not lower: what the next publish must expect. */
  readonly lastSequence: number;
  readonly firstSequence: number;
  /** Messages that were there once and are not any more. */
  readonly lost: number;
  readonly last: StoredFact | undefined;
}

/** What a message in the stream says of itself. */
export interface StoredFact {
  readonly sequence: number;
  readonly eventId: string;
  /** The log that the fact came from. */
  readonly logId: string;
  readonly type: string;
}

/** The header that names the log a fact came from. */
export const logIdHeader = "sanu-log-id";

/**
 * Reads the end of a stream from its leader; `undefined` when there is no such stream. A message published
 * between the two questions makes the fence too low, and then NATS refuses the publish.
 */
export async function readStreamEnd(
  manager: JetStreamManager,
  stream: string,
  subjects: string,
): Promise<StreamEnd | undefined> {
  try {
    const { state } = await manager.streams.info(stream);
    const last = await manager.streams.getMessage(stream, { last_by_subj: subjects });
    return {
      lastSequence: state.last_seq,
      // A stream that never held a message says 0; its first message will be 1.
      firstSequence: Math.max(state.first_seq, 1),
      lost: state.last_seq - state.messages,
      last: last === null ? undefined : storedFact(last),
    };
  } catch (error) {
    if (isStreamMissing(error)) return undefined;
    throw error;
  }
}

/** The sequences of messages that were taken out of the middle or the end of a stream. */
export async function readDeleted(
  manager: JetStreamManager,
  stream: string,
): Promise<ReadonlySet<number>> {
  const { state } = await manager.streams.info(stream, { deleted_details: true });
  return new Set(state.deleted ?? []);
}

/** The nearest message before a sequence that still exists; `undefined` when there is none. */
export async function findFactBefore(
  manager: JetStreamManager,
  stream: string,
  sequence: number,
): Promise<StoredFact | undefined> {
  const { state } = await manager.streams.info(stream);
  for (let at = sequence - 1; at >= state.first_seq && at > 0; at -= 1) {
    const message = await manager.streams.getMessage(stream, { seq: at });
    if (message !== null) return storedFact(message);
  }
  return undefined;
}

/** Whether an error of the JetStream API says that the stream does not exist. */
export function isStreamMissing(error: unknown): boolean {
  return error instanceof Error && /stream not found/i.test(error.message);
}

function storedFact(message: StoredMsg): StoredFact {
  return {
    sequence: message.seq,
    eventId: message.header.get("ce-id"),
    logId: message.header.get(logIdHeader),
    type: message.header.get("ce-type"),
  };
}

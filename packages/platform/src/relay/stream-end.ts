import { jetstreamManager, type StoredMsg, type StreamAPI } from "@nats-io/jetstream";
import type { Messaging } from "../messaging/connect-nats.ts";

/** What is asked of streams: their state, and single messages. */
export type StreamReader = Pick<StreamAPI, "info" | "getMessage">;

/** Reads streams; a question ends with the connection over which it was asked. */
export async function openStreamReader(
  messaging: Pick<Messaging, "connection" | "whileConnected">,
): Promise<StreamReader> {
  const { streams } = await jetstreamManager(messaging.connection, { checkAPI: false });
  return {
    info: (...question) => messaging.whileConnected(() => streams.info(...question)),
    getMessage: (...question) => messaging.whileConnected(() => streams.getMessage(...question)),
  };
}

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
 * Reads the end of a stream from its leader; `undefined` when there is no such stream. A fact that another
 * relay published between the two questions is the last message then, and the fence must count it: behind a
 * fence that is too low NATS refuses the first publishes and takes the one whose sequence fits, which would
 * skip the refused ones for good.
 */
export async function readStreamEnd(
  reader: StreamReader,
  stream: string,
  subjects: string,
): Promise<StreamEnd | undefined> {
  try {
    const { state } = await reader.info(stream);
    const last = await reader.getMessage(stream, { last_by_subj: subjects });
    return {
      lastSequence: Math.max(state.last_seq, last?.seq ?? 0),
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
  reader: StreamReader,
  stream: string,
): Promise<ReadonlySet<number>> {
  const { state } = await reader.info(stream, { deleted_details: true });
  return new Set(state.deleted ?? []);
}

/** The nearest message before a sequence that still exists; `undefined` when there is none. */
export async function findFactBefore(
  reader: StreamReader,
  stream: string,
  sequence: number,
): Promise<StoredFact | undefined> {
  const { state } = await reader.info(stream);
  for (let at = sequence - 1; at >= state.first_seq && at > 0; at -= 1) {
    const message = await reader.getMessage(stream, { seq: at });
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

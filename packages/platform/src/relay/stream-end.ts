import {
  jetstreamManager,
  type StoredMsg,
  type StreamAPI,
  type StreamInfo,
} from "@nats-io/jetstream";
import type { Messaging } from "../messaging/connect-nats.ts";

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

/** What a stream says of itself in one answer. */
export interface StreamGlance {
  /** By the clock of its server, when it was made: another stream of that name has another one. */
  readonly createdAt: string;
  /** `state.last_seq`, which deletions do not lower: what the next publish must expect. */
  readonly lastSequence: number;
  readonly lost: number;
}

export interface StreamEnd extends StreamGlance {
  readonly firstSequence: number;
  readonly last: StoredFact | undefined;
}

export interface StoredFact {
  readonly sequence: number;
  readonly eventId: string;
  readonly logId: string;
  readonly type: string;
}

export const logIdHeader = "sanu-log-id";

/**
 * From its leader. A fact that another relay published between the two questions counts for the fence: behind one that
 * is too low NATS refuses the first publishes and takes the one that fits, which skips the refused ones for good.
 */
export async function readStreamEnd(
  reader: StreamReader,
  stream: string,
  subjects: string,
): Promise<StreamEnd | undefined> {
  return whereItIs(async () => {
    const info = await reader.info(stream);
    const last = await reader.getMessage(stream, { last_by_subj: subjects });
    return {
      ...glanceOf(info),
      lastSequence: Math.max(info.state.last_seq, last?.seq ?? 0),
      // A stream that never held a message says 0; its first message will be 1.
      firstSequence: Math.max(info.state.first_seq, 1),
      last: last === null ? undefined : storedFact(last),
    };
  });
}

/** Undefined where the stream is missing. */
export async function glanceAtStream(
  reader: Pick<StreamReader, "info">,
  stream: string,
): Promise<StreamGlance | undefined> {
  return whereItIs(async () => glanceOf(await reader.info(stream)));
}

function glanceOf({ created, state }: StreamInfo): StreamGlance {
  return {
    createdAt: created,
    lastSequence: state.last_seq,
    lost: state.last_seq - state.messages,
  };
}

async function whereItIs<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isStreamMissing(error)) return undefined;
    throw error;
  }
}

export async function readDeleted(
  reader: StreamReader,
  stream: string,
): Promise<ReadonlySet<number>> {
  const { state } = await reader.info(stream, { deleted_details: true });
  return new Set(state.deleted ?? []);
}

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

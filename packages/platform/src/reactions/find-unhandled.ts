import { jetstreamManager, type StoredMsg } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Handling } from "./handle-fact.ts";
import { type IncomingFact, incomingFact, readFact } from "./incoming-fact.ts";
import { reactionLimits } from "./limits.ts";
import { findParked } from "./parked-facts.ts";

export interface UnhandledFact {
  readonly incoming: IncomingFact;
  /** NATS knows for certain that it was handled: it is behind nothing that is still under way. */
  readonly isAcknowledged: boolean;
  readonly sendsMoney: boolean;
}

/**
 * Facts that NATS was told are handled and that this database does not know: it took the place of one that knew, and lost the
 * newest commits. Oldest first. Looked at are the last of the stream, until so many are handled that no loss lies before them.
 */
export async function findUnhandled(
  connection: NatsConnection,
  durable: { readonly stream: string; readonly name: string },
  handling: Pick<Handling, "group" | "database" | "reactions" | "wasHandled">,
): Promise<readonly UnhandledFact[]> {
  const { consumers, streams } = await jetstreamManager(connection, { checkAPI: false });
  const { delivered, ack_floor: acknowledged } = await consumers.info(durable.stream, durable.name);
  const last = delivered.stream_seq;
  const found: UnhandledFact[] = [];
  let newest: number | undefined;
  let handledInARow = 0;
  const { recheckFactsMax, recheckBatchMax, recheckAgeMs, recheckHandledMin } = reactionLimits;
  for (let end = last; end > Math.max(0, last - recheckFactsMax); end -= recheckBatchMax) {
    const sequences = Array.from({ length: Math.min(recheckBatchMax, end) }, (_, at) => end - at);
    const messages = await Promise.all(
      sequences.map((seq) => streams.getMessage(durable.stream, { seq })),
    );
    const present = messages.filter((message) => message !== null);
    const ofGroup = present.flatMap((message) => ownFact(durable.stream, message, handling));
    // Parked is read first: what is replayed meanwhile is known to one of the two.
    const parked = await findParked(handling.database, handling.group, ofGroup.map(factOf));
    const own = ofGroup.filter(({ incoming }) => !parked.has(incoming.factId));
    const wereHandled = await Promise.all(
      own.map(({ reaction, incoming }) => handling.wasHandled(reaction, incoming.factId)),
    );
    const unhandled = own.filter((_fact, index) => wereHandled[index] === false);
    // What is nothing to the group says nothing of what it lost.
    handledInARow = unhandled.length > 0 ? 0 : handledInARow + ofGroup.length;
    if (handledInARow >= recheckHandledMin) break;
    for (const { incoming, sendsMoney, sequence } of unhandled) {
      const isAcknowledged = sequence <= acknowledged.stream_seq;
      found.push({ incoming, isAcknowledged, sendsMoney });
    }
    newest ??= present[0]?.time.getTime();
    const oldest = present.at(-1)?.time.getTime();
    // By the stream's own moments: our clock may be another.
    if (newest !== undefined && oldest !== undefined && newest - oldest > recheckAgeMs) break;
  }
  return found.toReversed();
}

const factOf = ({ incoming }: Pick<UnhandledFact, "incoming">): IncomingFact => incoming;

/** Others of the stream are not the group's; what cannot be read is parked, or will be. */
function ownFact(stream: string, message: StoredMsg, { reactions }: Pick<Handling, "reactions">) {
  const incoming = incomingOf(stream, message);
  const reading = readFact(reactions, incoming);
  if (reading.kind !== "read") return [];
  const { reaction, sendsMoney } = reading.fact;
  return [{ incoming, reaction, sendsMoney, sequence: message.seq }];
}

function incomingOf(stream: string, message: StoredMsg): IncomingFact {
  const headers: Record<string, string> = {};
  for (const [name, [value]] of message.header) headers[name] = value ?? "";
  return incomingFact(headers, message.data, `${stream}:${message.seq}`);
}

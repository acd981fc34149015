import { type PublishingService, publishingServices } from "@sanu/contracts";
import {
  countLogFacts,
  type Database,
  type FactBatch,
  type FactPlace,
  type FactRange,
  findLogPlace,
  findStreamRange,
  logHoldsFact,
  type Messaging,
  type PublishedFact,
  readLogFacts,
  readStreamBatches,
  readStreamFacts,
  type StreamReading,
} from "@sanu/platform";

/** Reads one service's facts, from its JetStream stream or from its log. */
export interface FactReader {
  readonly service: PublishingService;
  /** What there is at present. */
  readonly findRange: () => Promise<FactRange>;
  /** Whether the fact of this place is still there: a stream that was made anew counts otherwise. */
  readonly holds: (place: FactPlace) => Promise<boolean>;
  /** The place of the fact of this sequence, behind which one can read; 0 is in front of the first. */
  readonly findPlace: (sequence: number) => Promise<FactPlace>;
  /** In order, behind a place and up to a sequence, in batches. */
  readonly read: (
    after: FactPlace,
    untilSequence: number,
  ) => AsyncGenerator<readonly PublishedFact[]>;
  /** The same as they came, where they come in bytes: another thread can read them then. */
  readonly readBatches?: (
    after: FactPlace,
    untilSequence: number,
    reading: StreamReading,
  ) => AsyncGenerator<FactBatch>;
}

export function streamReader(messaging: Messaging, service: PublishingService): FactReader {
  const read = (fromSequence: number, untilSequence: number) =>
    readStreamFacts(messaging, service, { fromSequence, untilSequence });
  return {
    service,
    findRange: () => findStreamRange(messaging, service),
    async holds({ sequence, position }) {
      const range = await findStreamRange(messaging, service);
      if (sequence < range.fromSequence || sequence > range.untilSequence) return false;
      for await (const [fact] of read(sequence, sequence)) return fact?.position === position;
      return false;
    },
    // A stream is read by its sequences alone.
    findPlace: async (sequence) => ({ sequence, position: "" }),
    read: (after, untilSequence) => read(after.sequence + 1, untilSequence),
    readBatches(after, untilSequence, reading) {
      const range = { fromSequence: after.sequence + 1, untilSequence };
      return readStreamBatches(messaging, service, range, reading);
    },
  };
}

export function logReader(database: Database, service: PublishingService): FactReader {
  return {
    service,
    findRange: async () => ({ fromSequence: 1, untilSequence: await countLogFacts(database) }),
    holds: (place) => logHoldsFact(database, place),
    findPlace: (sequence) => findLogPlace(database, sequence),
    read: (after, untilSequence) => readLogFacts(database, service, { after, untilSequence }),
  };
}

/** Reads stream names as people write them, `TRANSACTIONS` or `transactions`; all when none is named. */
export function readStreamNames(names: readonly string[]): readonly PublishingService[] {
  if (names.length === 0) return publishingServices;
  const wanted = names.map((name) => {
    const service = publishingServices.find((known) => known === name.toLowerCase());
    if (service !== undefined) return service;
    const known = publishingServices.map((each) => each.toUpperCase()).join(", ");
    throw new Error(`No stream is named ${name}; there are ${known}`);
  });
  return publishingServices.filter((service) => wanted.includes(service));
}

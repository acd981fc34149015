import {
  type FactDefinition,
  type FactInput,
  jsonText,
  type PublishingService,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import {
  createEventStore,
  createGate,
  createLogger,
  createMetrics,
  createRelay,
  createSchema,
  type Database,
  type Messaging,
  openDatabase,
  platformTables,
  type StoredEvent,
} from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { z } from "zod";
import { createTestDatabase } from "../databases/test-database.ts";
import { eventually } from "../eventually.ts";
import { untilConnected } from "../until-connected.ts";

interface StoredFact extends StoredEvent {
  readonly publicType: string;
  readonly dataText: string;
}

const StoredFact: z.ZodType<StoredFact> = z.object({
  type: z.string(),
  v: z.number(),
  publicType: z.string(),
  dataText: z.string(),
});

/** A neighbour that says what a test wants: a real log and a real relay, and no business. */
export interface FactSource {
  /** Returns the id of the fact. */
  readonly publish: <Definition extends FactDefinition>(
    definition: Definition,
    aggregateId: string,
    data: FactInput<Definition>,
  ) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const factIdText = "select event_id from events where causation_id = $1";

async function findFactId(database: Database, causationId: string): Promise<string> {
  const statement = CompiledQuery.raw(factIdText, [causationId]);
  const [fact] = await database.query<{ event_id: string }>(statement);
  if (fact === undefined) throw new Error("A fact that was appended is not there");
  return fact.event_id;
}

/** Starts a neighbour on the run's servers, in the namespace of `messaging`. */
export async function startFactSource(
  service: PublishingService,
  messaging: Messaging,
): Promise<FactSource> {
  const made = await createTestDatabase("fact_source", {
    "0001-initial": createSchema(platformTables),
  });
  const database = openDatabase({ url: made.url, poolMax: 4, applicationName: service });
  const gate = createGate();
  const logger = createLogger({ service, level: "silent" });
  const metrics = createMetrics(service);
  const relay = createRelay({ service, database, messaging, gate, logger, metrics });
  const store = createEventStore({
    database,
    schema: StoredFact,
    publish: ({ publicType, dataText }) => ({ type: publicType, dataText }),
    projections: [],
    gate,
    afterPublicCommit: relay.wake,
  });
  // The relay begins over a connection that is there: a machine that stands still while it is made would end the start.
  await untilConnected(() => database.query(CompiledQuery.raw("select 1")));
  await relay.start();
  return {
    async publish(definition, aggregateId, data) {
      const { type: publicType, name, version } = definition;
      // A machine under load may lose the database for a moment, and the relay then compares both ends first.
      await eventually("the neighbour's log is open", () => gate.isOpen());
      const causationId = newId<string>();
      const append = async () =>
        store.append({
          streamId: aggregateId,
          loaded: await store.load(aggregateId),
          events: [{ type: name, v: version, publicType, dataText: jsonText(data) }],
          context: { correlationId: "test", causationId },
        });
      await eventually("the fact is appended", async () => {
        return (await untilConnected(append)).kind === "appended";
      });
      return untilConnected(() => findFactId(database, causationId));
    },
    async stop() {
      await relay.stop();
      metrics.close();
      await database.close();
      await made.drop();
    },
  };
}

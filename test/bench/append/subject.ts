import { newId } from "@sanu/kernel";
import { createEventStore, createGate, openDatabase } from "@sanu/platform";
import { z } from "zod";
import { type Contender, perSecond } from "../measure.ts";

const BenchEvent = z.object({
  type: z.literal("CounterOpened"),
  v: z.literal(1),
  by: z.string(),
});

const context = { correlationId: "bench", causationId: "bench" };

/** Our append: one public event to a new stream, through the store that every service uses. */
export function sanuAppend(
  url: string,
  concurrency: number,
): Contender & { close: () => Promise<void> } {
  const database = openDatabase({ url, poolMax: 10, applicationName: "bench" });
  const store = createEventStore({
    database,
    schema: BenchEvent,
    publish: (event) => ({ type: "bench.CounterOpened.v1", dataText: JSON.stringify(event) }),
    projections: [],
    lockKeyOf: () => null,
    gate: createGate(),
    afterPublicCommit: () => undefined,
  });
  const append = () =>
    store.append({
      streamId: newId(),
      loaded: { events: [], version: 0 },
      events: [{ type: "CounterOpened", v: 1, by: "bench" }],
      context,
    });
  return {
    name: "event store",
    run: (durationMs) => perSecond(append, { durationMs, concurrency }),
    close: () => database.close(),
  };
}

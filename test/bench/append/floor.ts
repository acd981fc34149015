import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";
import { newId } from "@sanu/kernel";
import { type Contender, perSecond } from "../measure.ts";

/** The floor of the append: emmett's PostgreSQL store, one event to a new stream. */
export function emmettAppend(
  url: string,
  concurrency: number,
): Contender & { close: () => Promise<void> } {
  const store = getPostgreSQLEventStore(url);
  const append = () =>
    store.appendToStream(`counter-${newId()}`, [{ type: "CounterOpened", data: { by: "bench" } }], {
      expectedStreamVersion: "STREAM_DOES_NOT_EXIST",
    });
  return {
    name: "emmett-postgresql",
    run: (durationMs) => perSecond(append, { durationMs, concurrency }),
    close: () => store.close(),
  };
}

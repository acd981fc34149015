import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { eventually } from "../eventually.ts";

/** What the database of a service under test tells. */
export interface LogReader {
  readonly rows: <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>;
  readonly eventsOf: (streamId: string) => Promise<readonly Record<string, unknown>[]>;
  /** Waits until the events of an aggregate are these, by name. */
  readonly happened: (streamId: string, ...types: readonly string[]) => Promise<void>;
  /** Waits until the attempt for a subject was put off because nobody tells where its money goes. */
  readonly destinationAwaited: (subjectId: string) => Promise<void>;
}

const eventsText = "select data from events where stream_id = $1 order by version";

/** Reads the committed rows. `happened` throws after `eventually`'s time with the events that came instead. */
export function createLogReader(database: Database): LogReader {
  const rows = <Row extends object>(text: string, ...values: unknown[]) =>
    database.query<Row>(CompiledQuery.raw(text, values));
  const eventsOf = async (streamId: string) => {
    const found = await rows<{ data: Record<string, unknown> }>(eventsText, streamId);
    return found.map(({ data }) => data);
  };
  return {
    rows,
    eventsOf,
    async happened(streamId, ...types) {
      await eventually(`${streamId}: ${types.join(", ")}`, async () => {
        const found = (await eventsOf(streamId)).map(({ type }) => type);
        // Thrown, since the last error is told with the failure: which order of events it was instead.
        if (found.join() !== types.join()) throw new Error(`So far: ${found.join(", ") || "none"}`);
        return true;
      });
    },
    async destinationAwaited(subjectId) {
      await eventually("the attempt waits", async () => {
        const text = "select last_error from attempts where subject_id = $1 and called_at is null";
        const [row] = await rows<{ last_error: string }>(text, subjectId);
        return row?.last_error === "destination-unavailable";
      });
    },
  };
}

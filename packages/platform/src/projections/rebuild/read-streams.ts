import { CompiledQuery } from "kysely";
import { z } from "zod";
import type { Session, Statement } from "../../database/open-database.ts";
import type { LogSnapshot } from "./log-snapshot.ts";
import { seenIn } from "./log-snapshot.ts";

const readLimits = { pageEvents: 5_000 } as const;

export interface ReadFrom {
  /** Without it, all that the session sees counts. */
  readonly seen?: LogSnapshot;
  /** Only what comes behind this stream. */
  readonly behind?: string | undefined;
  readonly pageEvents?: number | undefined;
}

export interface StreamSource<Event> {
  readonly schema: z.ZodType<Event>;
  readonly opens: readonly string[];
}

export interface WholeStream<Event> {
  readonly streamId: string;
  readonly events: readonly Event[];
}

/** A stream as it came, with all of its events: texts cost the collector little, however many wait. */
export interface StoredStream {
  readonly streamId: string;
  readonly eventsCount: number;
  /** What its first event is. */
  readonly opening: string | null;
  /** Its events as JSON lists, one behind the other. */
  readonly data: readonly string[];
}

export interface StreamPage {
  readonly streams: readonly StoredStream[];
  readonly eventsRead: number;
  /** All streams up to this one have come; none where a page holds but a part of one. */
  readonly upTo: string | undefined;
}

interface StreamRow extends Omit<StoredStream, "data"> {
  readonly version: number;
  readonly data: string;
}

/** The server makes one row of a stream: by itself an event is mostly the names of its columns. */
const streamsText = (events: string) => `
select stream_id as "streamId", max(version) as version, count(*)::int as "eventsCount",
  min(event_type) filter (where version = 1) as opening, json_agg(data order by version)::text as data
from (${events}) as read group by stream_id order by stream_id`;

/** The number stands in the text: a plan for any number might read and sort the whole log for each page. */
const pageText = (seen: string, pageEvents: number) =>
  streamsText(`select stream_id, version, event_type, data from events
where (stream_id, version) > ($1::uuid, $2::int) and ${seen}
order by stream_id, version limit ${pageEvents}`);

const nilId = "00000000-0000-0000-0000-000000000000";
const versionMax = 2_147_483_647;

/** Streams one after another: nobody has to keep more than a page. */
export async function* readStreams(
  session: Session,
  { seen, behind, pageEvents = readLimits.pageEvents }: ReadFrom = {},
): AsyncGenerator<StreamPage> {
  const read = (streamId: string, version: number) => {
    const page = session.query<StreamRow>(pageStatement([streamId, version], { seen, pageEvents }));
    // Whoever stops reading does not wait for it.
    page.catch(() => undefined);
    return page;
  };
  let next = behind === undefined ? read(nilId, 0) : read(behind, versionMax);
  let unfinished: StoredStream | undefined;
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    const isFull = countOf(rows) === pageEvents;
    if (isFull && last !== undefined) next = read(last.streamId, last.version);
    const streams = joined(unfinished, rows);
    // The last stream of a full page may go on in the next one.
    unfinished = isFull ? streams.pop() : undefined;
    yield { streams, eventsRead: countOf(streams), upTo: streams.at(-1)?.streamId };
    if (!isFull) return;
  }
}

function countOf(streams: readonly Pick<StoredStream, "eventsCount">[]): number {
  return streams.reduce((sum, { eventsCount }) => sum + eventsCount, 0);
}

function joined(before: StoredStream | undefined, rows: readonly StreamRow[]): StoredStream[] {
  const streams = rows.map(storedStreamOf);
  if (before === undefined) return streams;
  const [first, ...others] = streams;
  if (first === undefined || first.streamId !== before.streamId) return [before, ...streams];
  const eventsCount = before.eventsCount + first.eventsCount;
  return [{ ...before, eventsCount, data: [...before.data, ...first.data] }, ...others];
}

function storedStreamOf({ streamId, eventsCount, opening, data }: StreamRow): StoredStream {
  return { streamId, eventsCount, opening, data: [data] };
}

function pageStatement(
  behind: readonly [streamId: string, version: number],
  { seen, pageEvents }: { readonly seen: LogSnapshot | undefined; readonly pageEvents: number },
): Statement {
  return seen === undefined
    ? CompiledQuery.raw(pageText("true", pageEvents), [...behind])
    : CompiledQuery.raw(pageText(seenIn(3, 4), pageEvents), [
        ...behind,
        seen.logEpoch,
        seen.snapshot,
      ]);
}

const namedText = (seen: string) =>
  streamsText(`select stream_id, version, event_type, data from events
where stream_id = any($1::uuid[]) and ${seen}`);

const seenNamedText = namedText(seenIn(2, 3));
const wholeNamedText = namedText("true");

export async function readNamedStreams<Event>(
  session: Session,
  source: StreamSource<Event>,
  of: { readonly streamIds: readonly string[]; readonly seen?: LogSnapshot | undefined },
): Promise<readonly WholeStream<Event>[]> {
  const { streamIds, seen } = of;
  const statement =
    seen === undefined
      ? CompiledQuery.raw(wholeNamedText, [streamIds])
      : CompiledQuery.raw(seenNamedText, [streamIds, seen.logEpoch, seen.snapshot]);
  const rows = await session.query<StreamRow>(statement);
  return streamsOf(source, rows.map(storedStreamOf));
}

/** Those that the source is about, read. */
export function streamsOf<Event>(
  { schema, opens }: StreamSource<Event>,
  stored: readonly StoredStream[],
): readonly WholeStream<Event>[] {
  const list = z.array(schema);
  return stored
    .filter(({ opening }) => opening !== null && opens.includes(opening))
    .map(({ streamId, data }) => ({
      streamId,
      events: data.flatMap((text) => list.parse(JSON.parse(text))),
    }));
}

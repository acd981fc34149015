import { CompiledQuery } from "kysely";
import type { z } from "zod";
import type { Session, Statement } from "../../database/open-database.ts";
import type { LogSnapshot } from "./log-snapshot.ts";
import { seenIn } from "./log-snapshot.ts";

export const readLimits = { pageEvents: 5_000 } as const;

export interface StreamSource<Event> {
  readonly schema: z.ZodType<Event>;
  readonly opens: readonly string[];
}

export interface WholeStream<Event> {
  readonly streamId: string;
  readonly events: readonly Event[];
}

export interface StreamPage<Event> {
  readonly streams: readonly WholeStream<Event>[];
  readonly eventsRead: number;
}

interface EventRow {
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
  readonly data: unknown;
}

const columns = `stream_id as "streamId", version, event_type as type, data`;

const pageText = (seen: string) => `
select ${columns} from events
where (stream_id, version) > ($1::uuid, $2::int) and ${seen}
order by stream_id, version limit ${readLimits.pageEvents}`;

const seenPageText = pageText(seenIn(3, 4));
const wholePageText = pageText("true");

const nilId = "00000000-0000-0000-0000-000000000000";

/** Streams one after another: nobody has to keep more than a page. Without `seen`, all that the session sees counts. */
export async function* readStreams<Event>(
  session: Session,
  source: StreamSource<Event>,
  seen?: LogSnapshot,
): AsyncGenerator<StreamPage<Event>> {
  const read = (after: Pick<EventRow, "streamId" | "version">) => {
    const page = session.query<EventRow>(pageStatement(after, seen));
    // Whoever stops reading does not wait for it.
    page.catch(() => undefined);
    return page;
  };
  let next = read({ streamId: nilId, version: 0 });
  let unfinished: readonly EventRow[] = [];
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    const isFull = rows.length === readLimits.pageEvents;
    if (isFull && last !== undefined) next = read(last);
    const known = [...unfinished, ...rows];
    // The last stream of a full page may go on in the next one.
    const cut = isFull
      ? known.findIndex(({ streamId }) => streamId === last?.streamId)
      : known.length;
    unfinished = known.slice(cut);
    yield { streams: streamsOf(source, known.slice(0, cut)), eventsRead: rows.length };
    if (!isFull) return;
  }
}

function pageStatement(
  { streamId, version }: Pick<EventRow, "streamId" | "version">,
  seen: LogSnapshot | undefined,
): Statement {
  return seen === undefined
    ? CompiledQuery.raw(wholePageText, [streamId, version])
    : CompiledQuery.raw(seenPageText, [streamId, version, seen.logEpoch, seen.snapshot]);
}

const namedText = (seen: string) => `
select ${columns} from events where stream_id = any($1::uuid[]) and ${seen}
order by stream_id, version`;

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
  return streamsOf(source, await session.query<EventRow>(statement));
}

function streamsOf<Event>(
  { schema, opens }: StreamSource<Event>,
  rows: readonly EventRow[],
): readonly WholeStream<Event>[] {
  const streams: WholeStream<Event>[] = [];
  let first = 0;
  while (first < rows.length) {
    const opening = rows[first];
    if (opening === undefined) break;
    let end = first + 1;
    while (rows[end]?.streamId === opening.streamId) end += 1;
    if (opens.includes(opening.type)) {
      const events = rows.slice(first, end).map(({ data }) => schema.parse(data));
      streams.push({ streamId: opening.streamId, events });
    }
    first = end;
  }
  return streams;
}

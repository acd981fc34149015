import { type Cursor, type CursorSource, hasLost, isAsLeft } from "./cursor.ts";
import { findPosition } from "./log-reader.ts";
import { glanceAtStream, readStreamEnd } from "./stream-end.ts";

/** How far the stream was filled since the cursor was found. */
export interface Filled {
  readonly acknowledgedSequence: () => number;
  readonly lastFactId: () => string | undefined;
}

/** Compares the stream's end with the log, and says whether one of the two lost something. */
export type FindLoss = (closely: boolean) => Promise<boolean>;

/**
 * A glance at the stream mostly tells that it is as it was left: one question in place of two. Where it tells something else, and
 * where it is asked `closely`, the fact at its end is read as well.
 */
export function createInspection(
  { source, cursor }: { readonly source: CursorSource; readonly cursor: Cursor },
  filled: Filled,
): FindLoss {
  const { reader, stream, subjects, database } = source;
  const isLost = async (factId: string | undefined): Promise<boolean> =>
    factId !== undefined && (await findPosition(database, factId)) === undefined;

  const isAsItWas = async (): Promise<boolean> => {
    const acknowledged = filled.acknowledgedSequence();
    const glance = await glanceAtStream(reader, stream);
    return glance !== undefined && isAsLeft(cursor, glance, acknowledged);
  };
  return async (closely) => {
    if (!closely && (await isAsItWas())) return isLost(filled.lastFactId());
    const acknowledged = filled.acknowledgedSequence();
    const end = await readStreamEnd(reader, stream, subjects);
    if (end === undefined || hasLost(cursor, end, acknowledged)) return true;
    return isLost(end.last?.eventId);
  };
}

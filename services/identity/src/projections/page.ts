import { type Instant, isInstant, isUuid } from "@sanu/kernel";

/** A row's place in a list that goes from the newest to the oldest. */
export interface Place {
  readonly at: Instant;
  readonly id: string;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly nextCursor: string | null;
}

/** A cursor as clients carry it: opaque, nothing in it is secret. */
function cursorText({ at, id }: Place): string {
  return Buffer.from(`${at}/${id}`).toString("base64url");
}

/** Reads a cursor: null for the beginning, `undefined` where the text is none of ours. */
export function readCursor(text: string | null): Place | null | undefined {
  if (text === null) return null;
  const [at = "", id = ""] = Buffer.from(text, "base64url").toString().split("/");
  return isInstant(at) && isUuid(id) ? { at, id } : undefined;
}

/** Makes a page of rows that were read with one more than it holds, which tells whether another follows. */
export function pageOfRows<Row, View>(
  rows: readonly Row[],
  limit: number,
  as: { readonly placeOf: (row: Row) => Place; readonly viewOf: (row: Row) => View },
): Page<View> {
  const held = rows.slice(0, limit);
  const last = rows.length > limit ? held.at(-1) : undefined;
  return {
    rows: held.map(as.viewOf),
    nextCursor: last === undefined ? null : cursorText(as.placeOf(last)),
  };
}

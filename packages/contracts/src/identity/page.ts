import { z } from "zod";

/** What every request for a page of a list carries; `cursor` is the `nextCursor` of the page before. */
export const pageRequest = {
  limit: z.int().min(1).max(100),
  cursor: z.string().nullable(),
};

/** One page of a list; `nextCursor` is null on the last one. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.string().nullable() });
}

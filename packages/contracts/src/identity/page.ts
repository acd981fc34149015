import { z } from "zod";

/** `cursor` is the `nextCursor` of the page before; null on the last one. */
export const pageRequest = {
  limit: z.int().min(1).max(100),
  cursor: z.string().nullable(),
};

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.string().nullable() });
}

import { type Instant, instant } from "@sanu/kernel";
import type { CustomTypesConfig } from "pg";
import pg from "pg";

const oid = { int8: 20, timestamptz: 1184, xid8: 5069 } as const;

/**
 * `2026-11-21 07:00:00.5+00` → `2026-11-21T07:00:00.500000Z`; sessions run in UTC.
 * Throws `RangeError` on what is no moment of ours, like `infinity` or a year before 1.
 */
export function readInstant(text: string): Instant {
  const zoneAt = text.length - utc.length;
  if (!text.endsWith(utc)) throw new RangeError(`Not a moment in UTC: ${text}`);
  const fraction = text.slice(20, zoneAt).padEnd(6, "0");
  return instant(`${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`);
}

const utc = "+00";

/** Reads int8 and xid8 as bigint and timestamptz as `Instant`, for one pool and not for the process. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser(type: number, format?: "text" | "binary"): unknown {
    if (type === oid.int8 || type === oid.xid8) return BigInt;
    if (type === oid.timestamptz) return readInstant;
    return format === "binary"
      ? pg.types.getTypeParser(type, "binary")
      : pg.types.getTypeParser(type, "text");
  },
};

import { instant } from "@sanu/kernel";
import type { CustomTypesConfig } from "pg";
import pg from "pg";

const oid = { int8: 20, timestamptz: 1184, xid8: 5069 } as const;

/** `2026-11-21 07:00:00.5+00` → `2026-11-21T07:00:00.500000Z`; sessions run in UTC. */
function readInstant(text: string): string {
  const [day = "", rest = ""] = text.split(" ");
  const [clock = "", fraction = ""] = rest.replace("+00", "").split(".");
  return instant(`${day}T${clock}.${fraction.padEnd(6, "0")}Z`);
}

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

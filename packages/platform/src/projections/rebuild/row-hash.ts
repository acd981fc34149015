import { createHash } from "node:crypto";
import { wireValue } from "../../database/values.ts";

/** What stands for a row: equal for equal values in equal columns, whoever made the row. */
export function hashOfRow(row: object, columns: readonly string[]): string {
  const values = row as Readonly<Record<string, unknown>>;
  const written = columns.map((column) => textOf(values[column]));
  return createHash("sha256").update(JSON.stringify(written)).digest("base64url");
}

/** JSON columns come back with their keys in the database's own order. */
function textOf(value: unknown): string | null {
  const written = wireValue(isPlain(value) ? sorted(value) : value);
  return Buffer.isBuffer(written) ? written.toString("hex") : written;
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  );
}

function sorted(value: object): unknown {
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, part]) => [key, isPlain(part) ? sorted(part) : part]),
  );
}

/** Rows in any order: two tables with the same rows have the same sum. */
export function addToFingerprint(sum: bigint, hash: string): bigint {
  return (sum + Buffer.from(hash, "base64url").readBigUInt64BE()) & 0xffff_ffff_ffff_ffffn;
}

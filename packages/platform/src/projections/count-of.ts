/** None counts nothing. Throws `TypeError` on a value that is no whole number. */
export function countOf(row: object | undefined, column: string): bigint {
  const values = row as Readonly<Record<string, unknown>> | undefined;
  const value = values?.[column] ?? 0n;
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  throw new TypeError(`${column} is no count`);
}

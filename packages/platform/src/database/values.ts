export type WireValue = string | Buffer | null;

/** Amounts as digits, lists as array literals, other objects as JSON. */
export function wireValue(value: unknown): WireValue {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    case "undefined":
      return null;
    case "object":
      return value === null ? null : wireObject(value);
    default:
      throw new TypeError(`A ${typeof value} is no parameter of a statement`);
  }
}

function wireObject(value: object): WireValue {
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  // A Date would be written in the time zone of the process; moments are `Instant`.
  if (value instanceof Date) throw new TypeError("A Date is no parameter of a statement");
  return JSON.stringify(value);
}

function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(arrayElement).join(",")}}`;
}

function arrayElement(value: unknown): string {
  const written = wireValue(value);
  if (written === null) return "NULL";
  if (Array.isArray(value)) return String(written);
  const text = typeof written === "string" ? written : `\\x${written.toString("hex")}`;
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

import { describe, expect, it } from "vitest";
import { columnBuffer } from "./column-buffer.ts";

function valuesOf(kind: "id" | "text", values: readonly (string | null)[]) {
  const buffer = columnBuffer(kind);
  for (const value of values) buffer.add(value);
  return buffer.values();
}

/** As many as are written at once, and more, with nulls between them. */
const many = (letter: string) =>
  Array.from({ length: 900 }, (_none, row) => (row % 3 === 1 ? null : `${letter}${row}`));

describe("a column of ids", () => {
  it.each(["a", "é", "👛"])("has the bytes of each, of letters like %s", (letter) => {
    const ids = many("a").map((id, row) => (row === 700 ? `${letter}-${row}` : id));
    const read = valuesOf("id", ids);
    if (!("bytes" in read)) throw new Error("These are no ids");
    const bytes = Buffer.from(read.bytes);
    let from = 0;
    const texts = [...read.lengths].map((length) => {
      if (length === -1) return null;
      from += length;
      return bytes.toString("utf8", from - length, from);
    });
    expect(texts).toEqual(ids);
    expect(from).toBe(bytes.length);
  });
});

describe("a column of texts", () => {
  it("keeps each different one once", () => {
    expect(valuesOf("text", ["MOOV", null, "MTN", "MOOV"])).toEqual({
      texts: ["MOOV", "MTN"],
      numbers: new Int32Array([0, -1, 1, 0]),
    });
  });
});

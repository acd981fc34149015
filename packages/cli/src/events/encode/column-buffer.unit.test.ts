import { describe, expect, it } from "vitest";
import { columnBuffer } from "./column-buffer.ts";

function valuesOf(kind: "id" | "text" | "instant", values: readonly (string | null)[]) {
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

describe("a column of moments", () => {
  it.each([
    ["0001-01-01T00:00:00.000001Z", -62_135_596_799_999_999n],
    ["1969-12-31T23:59:59.999999Z", -1n],
    ["2026-11-21T07:02:01.000001Z", 1_795_244_521_000_001n],
    ["2255-06-05T23:47:34.740993Z", 2n ** 53n + 1n],
    ["9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999n],
  ])("has %s to the microsecond", (moment, micros) => {
    const read = valuesOf("instant", [moment]);
    if (!("wholes" in read)) throw new Error("These are no moments");
    expect([...read.wholes]).toEqual([micros]);
  });
});

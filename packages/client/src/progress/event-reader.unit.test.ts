import { describe, expect, it } from "vitest";
import { createEventReader, type StreamEvent } from "./event-reader.ts";

const readAll = (pieces: readonly string[]): readonly StreamEvent[] => {
  const read = createEventReader();
  return pieces.flatMap((piece) => read(piece));
};
const event = (fields: Partial<StreamEvent>) => ({
  id: undefined,
  data: undefined,
  retryMs: undefined,
  ...fields,
});

describe("a stream of events", () => {
  const text =
    'retry: 1200\r\n\r\n: still here\n\nid: 7\nevent: progress\ndata: {"a":\ndata:1}\n\n';
  const expected = [event({ retryMs: 1_200 }), event({}), event({ id: "7", data: '{"a":\n1}' })];

  it("is read by its fields, lines and blocks", () => {
    expect(readAll([text])).toEqual(expected);
  });

  it("is read the same however it is cut", () => {
    for (let size = 1; size < 9; size += 1) {
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
      expect(readAll(pieces), `pieces of ${size}`).toEqual(expected);
    }
  });

  it("knows lines that end as they did on old machines", () => {
    expect(readAll(["id: 1\rdata: x\r\r", "data: y"])).toEqual([event({ id: "1", data: "x" })]);
  });

  it("gives no event that has not ended, and none without an end", () => {
    expect(readAll(["data: half"])).toEqual([]);
    expect(() =>
      readAll(["data: ", ...Array.from({ length: 70 }, () => "x".repeat(1_000))]),
    ).toThrow("without an end");
    expect(() => readAll(Array.from({ length: 70 }, () => `data: ${"x".repeat(1_000)}\n`))).toThrow(
      "without an end",
    );
  });
});

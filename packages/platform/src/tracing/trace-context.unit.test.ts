import { describe, expect, it } from "vitest";
import { readTraceparent, traceIdOf, writeTraceparent } from "./trace-context.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

describe("a traceparent", () => {
  it.each([
    ["01", true],
    ["03", true],
    ["00", false],
    ["02", false],
  ])("says with the flags %s whether it is sampled: %s", (flags, isSampled) => {
    const read = readTraceparent(`00-${traceId}-${spanId}-${flags}`);

    expect(read).toEqual({ traceId, spanId, isSampled });
  });

  it("is written as it is read", () => {
    for (const isSampled of [true, false]) {
      const context = { traceId, spanId, isSampled };
      expect(readTraceparent(writeTraceparent(context))).toEqual(context);
    }
    expect(traceIdOf(`00-${traceId}-${spanId}-00`)).toBe(traceId);
  });

  it.each([
    undefined,
    null,
    "",
    "anything",
    `00-${traceId}-${spanId}`,
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `01-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\r\nX: y`,
  ])("is not read from %j", (text) => {
    expect(readTraceparent(text)).toBeUndefined();
  });
});

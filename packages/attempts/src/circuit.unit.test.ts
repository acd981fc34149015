import { instant, plusMs } from "@sanu/kernel";
import { expect, it } from "vitest";
import { circuitLimits, circuitOf } from "./circuit.ts";

const at = instant("2026-11-23T08:00:00.000000Z");
const { failedInRowMax, probeAfterMs } = circuitLimits;

it("a circuit is closed while one of the newest calls had an answer, whatever was before", () => {
  for (let failedInRow = 0; failedInRow < failedInRowMax; failedInRow += 1) {
    expect(circuitOf({ failedInRow, lastCalledAt: at }, at)).toBe("closed");
  }
});

it("opens when none of them had, and lets one order through each half a minute", () => {
  const failing = { failedInRow: failedInRowMax, lastCalledAt: at };
  expect(circuitOf(failing, plusMs(at, probeAfterMs - 1))).toBe("open");
  expect(circuitOf(failing, plusMs(at, probeAfterMs))).toBe("probing");
});

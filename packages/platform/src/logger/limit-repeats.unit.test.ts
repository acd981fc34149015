import { beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "./create-logger.ts";
import { createRepeatLimit, type RepeatLimit, repeatLimits } from "./limit-repeats.ts";

const warn = 40;
const away = (correlationId: string) => ({
  error: new Error("connect ECONNREFUSED"),
  request: "list-transactions",
  correlationId,
});

describe("a fault that goes on", () => {
  let nowMs: number;
  let limit: RepeatLimit;

  beforeEach(() => {
    nowMs = 0;
    limit = createRepeatLimit(() => nowMs);
  });

  /** How many of so many equal lines are written. */
  const written = (times: number, level = warn) =>
    Array.from({ length: times }, (_one, index) =>
      limit(level, [away(`request-${index}`), "a request failed"]),
    ).filter((args) => args !== undefined).length;

  it("is told a few times, whichever request met it", () => {
    expect(written(100)).toBe(repeatLimits.sameLinesMax);
  });

  it("is told again after a while, with the number of lines that were left out", () => {
    written(100);
    nowMs = repeatLimits.withinMs;

    expect(limit(warn, [away("later"), "a request failed"])?.[0]).toMatchObject({
      correlationId: "later",
      leftOut: 100 - repeatLimits.sameLinesMax,
    });
    nowMs *= 2;
    expect(limit(warn, [away("later"), "a request failed"])?.[0]).not.toHaveProperty("leftOut");
  });

  it("hides no other fault, and no other fact that is parked", () => {
    written(100);
    const others = [
      [{ ...away("one"), request: "get-transaction" }, "a request failed"],
      [{ ...away("one"), error: new Error("another") }, "a request failed"],
      [away("one"), "a request was lost"],
      ...["1", "2", "3", "4", "5"].map((factId) => [{ factId }, "a fact is parked"] as const),
    ] as const;

    for (const args of others) expect(limit(warn, [...args])).toBeDefined();
  });

  it("limits neither what is normal nor what is fatal", () => {
    expect(written(100, 30)).toBe(100);
    expect(written(100, 60)).toBe(100);
  });

  it("is forgotten rather than remembered without end", () => {
    for (let line = 0; line < repeatLimits.linesMax * 3; line += 1) {
      expect(limit(warn, [`line ${line}`])).toBeDefined();
    }
    expect(written(100)).toBe(repeatLimits.sameLinesMax);
  });
});

it("a logger and its children together write a few lines of the same kind", () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ service: "payments", level: "info", destination });

  for (let line = 0; line < 20; line += 1) {
    const child = logger.child({ correlationId: `request-${line}` });
    child.error(new Error("connect ECONNREFUSED"));
    child.info("answered");
  }

  const levelsOf = lines.map((line) => (JSON.parse(line) as { level: string }).level);
  expect(levelsOf.filter((level) => level === "error")).toHaveLength(repeatLimits.sameLinesMax);
  expect(levelsOf.filter((level) => level === "info")).toHaveLength(20);
});

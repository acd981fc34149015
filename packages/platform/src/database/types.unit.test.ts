import { expect, it } from "vitest";
import { readInstant } from "./types.ts";

it.each([
  ["2026-11-21 07:00:00+00", "2026-11-21T07:00:00.000000Z"],
  ["2026-11-21 07:00:00.5+00", "2026-11-21T07:00:00.500000Z"],
  ["2026-11-21 07:00:00.123456+00", "2026-11-21T07:00:00.123456Z"],
])("a moment that Postgres writes as %s is read as %s", (text, moment) => {
  expect(readInstant(text)).toBe(moment);
});

it.each(["infinity", "-infinity", "2026-11-21 08:00:00+01", "0044-03-15 07:00:00+00 BC", ""])(
  "what Postgres writes as %j is no moment of ours",
  (text) => {
    expect(() => readInstant(text)).toThrow(RangeError);
  },
);

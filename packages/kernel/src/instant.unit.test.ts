import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDayOf, calendarMonthOf } from "./calendar.ts";
import { systemClock } from "./clock.ts";
import { epochMsOf, instant, instantOfEpochMs, isInstant, msBetween, plusMs } from "./instant.ts";

const moments = fc.integer({ min: 0, max: 4_102_444_800_000 });

describe("an instant", () => {
  it("comes back from milliseconds unchanged", () => {
    fc.assert(
      fc.property(moments, (epochMs) => {
        expect(epochMsOf(instantOfEpochMs(epochMs))).toBe(epochMs);
      }),
    );
  });

  it("sorts as text as it sorts in time", () => {
    fc.assert(
      fc.property(moments, moments, (one, other) => {
        const [a, b] = [instantOfEpochMs(one), instantOfEpochMs(other)];
        expect(a < b).toBe(one < other);
        expect(msBetween(a, b)).toBe(other - one);
      }),
    );
  });

  it("keeps its microseconds when time is added", () => {
    const moment = instant("2026-11-21T07:00:00.123456Z");

    expect(plusMs(moment, 1_000)).toBe("2026-11-21T07:00:01.123456Z");
    expect(plusMs(moment, -124)).toBe("2026-11-21T06:59:59.999456Z");
  });

  it("is refused in any other shape, and when no calendar has it", () => {
    for (const text of [
      "2026-11-21T07:00:00Z",
      "0000-11-21T07:00:00.000000Z",
      "2026-11-21T07:00:00.123Z",
      "2026-11-21 07:00:00.123456Z",
      "2026-11-21T07:00:00.123456+00:00",
      "2026-13-21T07:00:00.123456Z",
      "2026-02-30T07:00:00.123456Z",
      "2026-11-21T24:00:00.000000Z",
      "2026-11-21T25:00:00.123456Z",
      "2026-11-21T07:60:00.123456Z",
      "2026-11-21T07:00:60.123456Z",
      "2026-00-21T07:00:00.123456Z",
      "2026-11-00T07:00:00.123456Z",
      "2026-11-31T07:00:00.123456Z",
      "2026-02-29T07:00:00.123456Z",
      "",
    ]) {
      expect(isInstant(text)).toBe(false);
      expect(() => instant(text)).toThrow(RangeError);
    }
  });

  it("is any day that the calendar has, and no other", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const two = (number: number) => String(number).padStart(2, "0");
          const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
          const moment = new Date(`${date}T00:00:00Z`);
          const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date);
          expect(isInstant(`${date}T07:00:00.123456Z`)).toBe(isReal);
        },
      ),
    );
  });

  it("is what the machine's clock shows", () => {
    expect(Math.abs(epochMsOf(systemClock.now()) - Date.now())).toBeLessThan(1_000);
  });
});

describe("the business calendar", () => {
  const lateEvening = instant("2026-11-30T23:30:00.000000Z");

  it("decides the day and the month by its time zone", () => {
    expect(calendarDayOf(lateEvening, "UTC")).toEqual({ year: 2026, month: 11, day: 30 });
    expect(calendarDayOf(lateEvening, "Africa/Porto-Novo")).toEqual({
      year: 2026,
      month: 12,
      day: 1,
    });
    expect(calendarMonthOf(lateEvening, "UTC")).toBe("2026-11");
    expect(calendarMonthOf(lateEvening, "Africa/Porto-Novo")).toBe("2026-12");
  });

  it("changes with the first moment of the day, whatever was asked before", () => {
    const days = ["22:59:59.999999", "23:00:00.000000", "22:59:59.999999"].map((clock) => {
      const moment = instant(`2026-11-30T${clock}Z`);
      return [calendarDayOf(moment, "Africa/Porto-Novo").day, calendarDayOf(moment, "UTC").day];
    });
    expect(days).toEqual([
      [30, 30],
      [1, 30],
      [30, 30],
    ]);
  });

  it("refuses a zone nobody knows", () => {
    expect(() => calendarDayOf(lateEvening, "Africa/Nowhere")).toThrow(RangeError);
  });
});

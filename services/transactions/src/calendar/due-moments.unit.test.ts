import { type Instant, instant } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueMomentAfter, type Schedule, weekdayOf } from "./due-moments.ts";
import { localTimeOf, momentOf } from "./local-moment.ts";

const benin = "Africa/Porto-Novo";
const at = (text: string): Instant => instant(`${text}:00.000000Z`);
const daily = (time: string): Schedule => ({ every: "day", day: null, time });
const weekly = (day: number, time: string): Schedule => ({ every: "week", day, time });
const monthly = (day: number, time: string): Schedule => ({ every: "month", day, time });

/** So many due moments in a row. */
function momentsAfter(schedule: Schedule, after: string, count: number, zone = benin): string[] {
  const moments: Instant[] = [];
  for (let last = at(after); moments.length < count; ) {
    last = dueMomentAfter(schedule, last, zone);
    moments.push(last);
  }
  return moments.map((moment) => moment.slice(0, "2026-11-21T07:00".length));
}

describe("a schedule of the business time zone", () => {
  it("is due every day at its time there, an hour before that of UTC", () => {
    expect(momentsAfter(daily("09:00"), "2026-11-21T07:59", 2)).toEqual([
      "2026-11-21T08:00",
      "2026-11-22T08:00",
    ]);
    expect(momentsAfter(daily("09:00"), "2026-11-21T08:00", 1)).toEqual(["2026-11-22T08:00"]);
  });

  it("is due at midnight, and before it, on the day that it is there", () => {
    expect(momentsAfter(daily("00:00"), "2026-12-31T22:30", 2)).toEqual([
      "2026-12-31T23:00",
      "2027-01-01T23:00",
    ]);
    expect(momentsAfter(daily("23:59"), "2026-11-30T23:30", 1)).toEqual(["2026-12-01T22:59"]);
  });

  it("is due every week on its day", () => {
    // The 21st of November 2026 is a Saturday.
    expect(momentsAfter(weekly(1, "08:30"), "2026-11-21T12:00", 2)).toEqual([
      "2026-11-23T07:30",
      "2026-11-30T07:30",
    ]);
    expect(momentsAfter(weekly(6, "08:30"), "2026-11-21T12:00", 1)).toEqual(["2026-11-28T07:30"]);
    expect(momentsAfter(weekly(7, "00:00"), "2026-12-31T12:00", 1)).toEqual(["2027-01-02T23:00"]);
  });

  it("is due on the last day of a month that has no such day, and on its own again behind that", () => {
    expect(momentsAfter(monthly(31, "10:00"), "2027-01-31T08:00", 5)).toEqual([
      "2027-01-31T09:00",
      "2027-02-28T09:00",
      "2027-03-31T09:00",
      "2027-04-30T09:00",
      "2027-05-31T09:00",
    ]);
    expect(momentsAfter(monthly(30, "10:00"), "2028-02-01T00:00", 2)).toEqual([
      "2028-02-29T09:00",
      "2028-03-30T09:00",
    ]);
    expect(momentsAfter(monthly(29, "10:00"), "2027-02-01T00:00", 1)).toEqual(["2027-02-28T09:00"]);
    expect(momentsAfter(monthly(1, "00:00"), "2026-11-30T23:00", 1)).toEqual(["2026-12-31T23:00"]);
  });
});

describe("a zone that sets its clocks", () => {
  const paris = "Europe/Paris";

  it("is due as much later as the clocks leap over its time", () => {
    expect(momentsAfter(daily("02:30"), "2027-03-27T12:00", 2, paris)).toEqual([
      "2027-03-28T01:30",
      "2027-03-29T00:30",
    ]);
  });

  it("is due once at a time that the clocks show twice", () => {
    expect(momentsAfter(daily("02:30"), "2026-10-24T12:00", 2, paris)).toEqual([
      "2026-10-25T00:30",
      "2026-10-26T01:30",
    ]);
  });

  it("keeps its time of the day through the change", () => {
    expect(momentsAfter(daily("09:00"), "2026-10-24T00:00", 2, paris)).toEqual([
      "2026-10-24T07:00",
      "2026-10-25T08:00",
    ]);
  });
});

describe("any schedule, zone and moment", () => {
  const anySchedule = fc.record({
    every: fc.constantFrom("day" as const, "week" as const, "month" as const),
    day: fc.integer({ min: 1, max: 31 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
  });
  const two = (value: number) => String(value).padStart(2, "0");

  it("has a next moment, behind it and within two months, at its time unless the clocks leap over that", () => {
    const moments = fc.date({
      min: new Date("2020-01-01"),
      max: new Date("2060-01-01"),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom(benin, "Africa/Dakar", "Europe/Paris", "America/St_Johns");
    fc.assert(
      fc.property(anySchedule, moments, zones, ({ every, day, hour, minute }, date, zone) => {
        const time = `${two(hour)}:${two(minute)}`;
        const wanted = every === "week" ? ((day - 1) % 7) + 1 : day;
        const after = instant(`${date.toISOString().slice(0, -1)}000Z`);
        const next = dueMomentAfter(
          { every, day: every === "day" ? null : wanted, time },
          after,
          zone,
        );
        const waitMs = Date.parse(next) - Date.parse(after);
        expect(waitMs).toBeGreaterThan(0);
        expect(waitMs).toBeLessThan(63 * 86_400_000);
        const leapt = zone === "Europe/Paris" || zone === "America/St_Johns";
        if (!leapt) expect(localTimeOf(next, zone)).toBe(time);
      }),
    );
  });

  it("goes through the moment of a time and back", () => {
    expect(momentOf({ year: 2026, month: 11, day: 21 }, "00:30", benin)).toBe(
      at("2026-11-20T23:30"),
    );
    expect(localTimeOf(at("2026-11-20T23:30"), benin)).toBe("00:30");
    expect(weekdayOf({ year: 2026, month: 11, day: 22 })).toBe(7);
    expect(weekdayOf({ year: 2026, month: 11, day: 23 })).toBe(1);
  });
});

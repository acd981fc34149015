import { instant, isoDateOf } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessCalendar } from "./business-calendar.ts";
import { dayAfter, dayBefore, dayText, monthText } from "./dates.ts";

describe("a date that people read", () => {
  it.each([
    [{ year: 2026, month: 11, day: 21 }, "21 novembre 2026", "21 November 2026"],
    [{ year: 2026, month: 12, day: 1 }, "1er décembre 2026", "1 December 2026"],
    [{ year: 2027, month: 2, day: 11 }, "11 février 2027", "11 February 2027"],
    [{ year: 2027, month: 8, day: 31 }, "31 août 2027", "31 August 2027"],
  ])("is written in their language", (day, french, english) => {
    expect(dayText(day, "fr")).toBe(french);
    expect(dayText(day, "en")).toBe(english);
  });

  it("names a month in their language", () => {
    expect(monthText("2026-11", "fr")).toBe("novembre 2026");
    expect(monthText("2026-01", "en")).toBe("January 2026");
  });
});

describe("the day before, and the day after it", () => {
  it.each([
    ["2026-11-21", "2026-11-20"],
    ["2026-12-01", "2026-11-30"],
    ["2027-01-01", "2026-12-31"],
    ["2027-03-01", "2027-02-28"],
    ["2028-03-01", "2028-02-29"],
    ["2100-03-01", "2100-02-28"],
    ["2000-03-01", "2000-02-29"],
    ["2026-05-01", "2026-04-30"],
    ["2026-07-01", "2026-06-30"],
    ["2026-10-01", "2026-09-30"],
    ["2026-11-01", "2026-10-31"],
  ])("%s is behind %s", (text, before) => {
    const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
    const found = dayBefore({ year, month, day });
    expect(isoDateOf(found)).toBe(before);
    expect(isoDateOf(dayAfter(found))).toBe(text);
  });

  it("agrees with the calendar of the machine on any day", () => {
    const days = fc.date({
      min: new Date("1970-01-02"),
      max: new Date("2199-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (date) => {
        const [year = 0, month = 0, day = 0] = date
          .toISOString()
          .slice(0, 10)
          .split("-")
          .map(Number);
        const before = new Date(Date.UTC(year, month - 1, day - 1)).toISOString().slice(0, 10);
        const found = dayBefore({ year, month, day });
        expect(isoDateOf(found)).toBe(before);
        expect(dayAfter(found)).toEqual({ year, month, day });
      }),
    );
  });
});

describe("the business calendar", () => {
  it("decides days and months in its own time zone", () => {
    const lateEvening = instant("2026-11-30T23:30:00.000000Z");

    expect(businessCalendar("Africa/Porto-Novo").dayOf(lateEvening)).toBe("2026-12-01");
    expect(businessCalendar("Africa/Porto-Novo").monthOf(lateEvening)).toBe("2026-12");
    expect(businessCalendar("Africa/Dakar").dayOf(lateEvening)).toBe("2026-11-30");
  });
});

import { describe, expect, it } from "vitest";
import { streakDays, streakText } from "./streak.ts";

const today = { year: 2026, month: 12, day: 2 };
const daysMask = (...days: readonly number[]) =>
  days.reduce((mask, day) => mask | (1 << (day - 1)), 0);

describe("a streak", () => {
  it("is nothing for somebody who completed nothing today or yesterday", () => {
    expect(streakDays(new Map(), today)).toBe(0);
    expect(streakDays(new Map([["2026-11", daysMask(29, 30)]]), today)).toBe(0);
  });

  it("counts back from today, over the end of a month", () => {
    const masks = new Map([
      ["2026-12", daysMask(1, 2)],
      ["2026-11", daysMask(28, 29, 30)],
    ]);
    expect(streakDays(masks, today)).toBe(5);
  });

  it("counts back from yesterday while today has nothing yet", () => {
    expect(streakDays(new Map([["2026-12", daysMask(1)]]), today)).toBe(1);
  });

  it("ends at the first day without a transaction", () => {
    const masks = new Map([
      ["2026-12", daysMask(1, 2)],
      ["2026-11", daysMask(1, 2, 3, 28, 29)],
    ]);
    expect(streakDays(masks, today)).toBe(2);
  });

  it("knows the 31st", () => {
    const masks = new Map([
      ["2027-01", daysMask(1)],
      ["2026-12", daysMask(30, 31)],
    ]);
    expect(streakDays(masks, { year: 2027, month: 1, day: 1 })).toBe(3);
  });

  it("is worded in the reader's language", () => {
    expect([0, 1, 2].map((days) => streakText(days, "fr"))).toEqual([
      "0 jour",
      "1 jour",
      "2 jours",
    ]);
    expect([0, 1, 2].map((days) => streakText(days, "en"))).toEqual(["0 days", "1 day", "2 days"]);
  });
});

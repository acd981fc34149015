import type { OrderTrigger } from "@sanu/contracts";
import { calendarDayOf, type Instant, instant } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueMomentAfter } from "../calendar/due-moments.ts";
import { at, daily } from "../standing-order/example-orders.fixture.ts";
import { dueAfter, dueBehind } from "./next-due.ts";

const windowMs = 6 * 3_600_000;
const hourBefore = "Africa/Dakar";

describe("the moment behind one that was due", () => {
  it("is on another day where the business time zone was set back by an hour since", () => {
    const due = at("2026-11-22T08:00");
    const next = dueBehind(daily, { dueAt: due, now: due, windowMs }, hourBefore);
    expect(next).toBe(at("2026-11-23T09:00"));
  });

  it("is on another day where the order is resumed in that zone, or before what was due last", () => {
    const lastDueAt = at("2026-11-22T08:00");
    for (const after of [at("2026-11-22T08:30"), at("2026-11-22T07:00")]) {
      expect(dueAfter(daily, { after, lastDueAt }, hourBefore)).toBe(at("2026-11-23T09:00"));
    }
  });
});

describe("any schedule in any two zones less than half a day apart", () => {
  const zones = ["Africa/Porto-Novo", "Africa/Dakar", "Europe/Paris", "America/St_Johns"];
  const two = (value: number) => String(value).padStart(2, "0");
  const anyTrigger: fc.Arbitrary<Extract<OrderTrigger, { kind: "schedule" }>> = fc
    .record({
      every: fc.constantFrom("day" as const, "week" as const, "month" as const),
      day: fc.integer({ min: 1, max: 31 }),
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
    })
    .map(({ every, day, hour, minute }) => ({
      kind: "schedule",
      every,
      day: every === "day" ? null : every === "week" ? ((day - 1) % 7) + 1 : day,
      time: `${two(hour)}:${two(minute)}`,
    }));
  const moments = fc.date({
    min: new Date("2020-01-01"),
    max: new Date("2060-01-01"),
    noInvalidDate: true,
  });
  const dayOf = (moment: Instant, zone: string) => {
    const { year, month, day } = calendarDayOf(moment, zone);
    return Date.UTC(year, month - 1, day) / 86_400_000;
  };

  it("comes once for each of its days when one zone takes the other's place", () => {
    const zone = fc.constantFrom(...zones);
    fc.assert(
      fc.property(anyTrigger, moments, zone, zone, (trigger, date, before, behind) => {
        const dueAt = dueMomentAfter(
          trigger,
          instant(`${date.toISOString().slice(0, -1)}000Z`),
          before,
        );
        const next = dueBehind(trigger, { dueAt, now: dueAt, windowMs }, behind);
        if (next === null) throw new Error("a schedule is always due again");
        const days = dayOf(next, behind) - dayOf(dueAt, before);
        const [least, most] = { day: [1, 1], week: [7, 7], month: [28, 31] }[trigger.every];
        expect(days).toBeGreaterThanOrEqual(least ?? 0);
        expect(days).toBeLessThanOrEqual(most ?? 0);
      }),
    );
  });
});

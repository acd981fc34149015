import { describe, expect, it } from "vitest";
import { dayMs, monthAt, weekdayAt } from "./calendar.ts";
import { everyOutcome } from "./outcomes.ts";
import { plan } from "./plan.ts";

/** Midnight in Porto-Novo, 25 November 2026. */
const endMs = Date.UTC(2026, 10, 24, 23);
const usual = { people: 200, days: 60, purchases: 10_000, seed: 1, endMs } as const;
const small = { people: 12, days: 7, purchases: 60, seed: 7, endMs } as const;

const whole = plan(usual);

describe("the plan of a demo set", () => {
  it("is the same for the same numbers, and another one for another seed", () => {
    expect(plan(small)).toEqual(plan({ ...small }));
    expect(plan({ ...small, seed: 8 }).orders).not.toEqual(plan(small).orders);
  });

  it.each([usual, small, { ...small, people: 10, days: 90, purchases: 1_800 }])(
    "has as many people and orders as were asked for, one of every outcome among them",
    (of) => {
      const { persons, orders } = plan(of);
      expect(persons).toHaveLength(of.people);
      expect(orders).toHaveLength(of.purchases);
      expect(new Set(orders.map(({ outcome }) => outcome))).toEqual(new Set(everyOutcome));
      expect(new Set(persons.map(({ email }) => email)).size).toBe(of.people);
    },
  );

  it("lets who orders every day complete something every day, on whatever day it ends", () => {
    for (let later = 0; later < 31; later += 1) {
      const { orders, steps } = plan({ ...small, endMs: endMs + later * dayMs });
      const days = steps.flatMap(({ acts, day }) =>
        acts.flatMap((act) => (act.kind === "order" ? { day, index: act.order.index } : [])),
      );
      const completed = orders.filter(
        ({ person, outcome }) => person.habit === "daily" && outcome === "completes",
      );
      const found = completed.map(({ index }) => days.find((each) => each.index === index)?.day);
      expect([later, new Set(found)]).toEqual([later, new Set([0, 1, 2, 3, 4, 5, 6])]);
    }
  });

  it("goes forwards, with time in every step for what it does, and ends before its end", () => {
    const { steps, startMs } = whole;
    for (const [place, { atMs }] of steps.entries()) {
      const before = steps[place - 1]?.atMs ?? startMs;
      expect(atMs - before).toBeGreaterThan(20_000);
    }
    expect(steps.at(-1)?.atMs).toBeLessThan(endMs);
    expect(steps.every(({ atMs, day }) => Math.floor((atMs - startMs) / dayMs) === day)).toBe(true);
  });

  it("makes every order before anything is done about it, and ends each but what people decide", () => {
    const { steps, orders } = whole;
    const made = new Set<number>();
    const ended = new Set<number>();
    for (const { acts, ending } of steps) {
      for (const act of acts) {
        if (act.kind === "action") expect(made.has(act.order.index)).toBe(true);
        if (act.kind === "order") made.add(act.order.index);
      }
      for (const { index } of ending) ended.add(index);
    }
    const left = orders.filter(({ index }) => !ended.has(index)).map(({ outcome }) => outcome);
    expect(made.size).toBe(orders.length);
    expect(new Set(left)).toEqual(new Set(["refund-refused", "refund-again"]));
  });

  it("grows from week to week, and rests on Sundays", () => {
    const { steps, startMs } = whole;
    const counts = Array.from({ length: 60 }, (_none, day) =>
      steps
        .filter((step) => step.day === day)
        .reduce((sum, { acts }) => sum + acts.filter(({ kind }) => kind === "order").length, 0),
    );
    const sum = (some: readonly number[]) => some.reduce((one, other) => one + other, 0);
    expect(sum(counts.slice(46))).toBeGreaterThan(1.5 * sum(counts.slice(0, 14)));
    for (const [day, count] of counts.entries()) {
      if (weekdayAt(startMs + day * dayMs) !== 0) continue;
      expect(count).toBeLessThan(counts[day - 1] ?? Number.POSITIVE_INFINITY);
    }
  });

  it("lets nobody order more than the highest tier allows, and brings some near to the lowest", () => {
    const { orders, startMs, steps } = plan({ ...usual, purchases: 2_000 });
    const dayOf = new Map(
      steps.flatMap(({ acts, day }) =>
        acts.flatMap((act) => (act.kind === "order" ? [[act.order.index, day] as const] : [])),
      ),
    );
    const used = new Map<string, number>();
    for (const { person, index, amountXof } of orders) {
      const month = monthAt(startMs + (dayOf.get(index) ?? 0) * dayMs);
      const key = `${person.kyc}/${person.index}/${month}`;
      used.set(key, (used.get(key) ?? 0) + amountXof);
    }
    const ofLowest = [...used].filter(([key]) => key.startsWith("none")).map(([, sum]) => sum);
    expect(Math.max(...ofLowest)).toBeLessThanOrEqual(200_000);
    expect(Math.max(...ofLowest)).toBeGreaterThan(180_000);
  });
});

import { dayMs, dayOfMonthAt, weekdayAt } from "./calendar.ts";

/** Sunday first: people are paid and paid back on working days, and Saturday is market day. */
const weekdayShares = [0.6, 1, 0.95, 1, 1.05, 1.25, 1.15] as const;
/** How much more there is at the end than at the beginning. */
const growth = 1.6;
const paydayShare = 1.3;

/** So many orders on each day, in all exactly `total`: more from week to week, fewer on Sundays, more around payday. */
export function countsOfDays(total: number, days: number, startMs: number): readonly number[] {
  const shares = Array.from({ length: days }, (_none, day) =>
    shareOf(startMs + day * dayMs, day / days),
  );
  const sum = shares.reduce((one, other) => one + other, 0);
  const exact = shares.map((share) => (share / sum) * total);
  const counts = exact.map(Math.floor);
  const left = total - counts.reduce((one, other) => one + other, 0);
  // What rounding left over goes to the days that lost most by it.
  const byRest = exact
    .map((value, day) => ({ day, rest: value - Math.floor(value) }))
    .toSorted((one, other) => other.rest - one.rest || one.day - other.day);
  for (const { day } of byRest.slice(0, left)) counts[day] = (counts[day] ?? 0) + 1;
  return counts;
}

function shareOf(atMs: number, progress: number): number {
  const date = dayOfMonthAt(atMs);
  const payday = date >= 27 || date <= 3 ? paydayShare : 1;
  return (weekdayShares[weekdayAt(atMs)] ?? 1) * payday * (1 + growth * progress);
}

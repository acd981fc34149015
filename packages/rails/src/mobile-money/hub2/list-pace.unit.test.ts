import { expect, it } from "vitest";
import { createListPace } from "./list-pace.ts";

const minute = 60_000;

/** So many orders ask every second; returns the moments at which a list was read. */
function readingsOf({
  orders,
  forMs,
  mostInMinute = Number.POSITIVE_INFINITY,
}: {
  readonly orders: number;
  readonly forMs: number;
  readonly mostInMinute?: number;
}) {
  let now = 0;
  const pace = createListPace({ pauseMs: minute, nowMs: () => now, random: () => 0.5 });
  const readings: number[] = [];
  for (; now < forMs; now += 1_000) {
    for (let order = 0; order < orders; order += 1) {
      if (!pace.take()) continue;
      if (readings.filter((at) => at > now - minute).length >= mostInMinute) pace.wait();
      else readings.push(now);
    }
  }
  return readings;
}

it("reads a list once in each pause, however many orders want it", () => {
  for (const orders of [1, 50, 1_000]) {
    expect(readingsOf({ orders, forMs: 60 * minute })).toHaveLength(60);
  }
});

it("waits for longer than a pause where the provider says that it was too often", () => {
  expect(readingsOf({ orders: 50, forMs: 3 * minute, mostInMinute: 0 })).toEqual([]);
  let now = 0;
  const pace = createListPace({ pauseMs: minute, nowMs: () => now, random: () => 0.5 });
  expect(pace.take()).toBe(true);
  pace.wait();
  now = 89_999;
  expect(pace.take()).toBe(false);
  now = 90_000;
  expect([pace.take(), pace.take()]).toEqual([true, false]);
});

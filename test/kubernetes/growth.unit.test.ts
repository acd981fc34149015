import { expect, it } from "vitest";
import { growth } from "./growth.ts";

const each = (megabytesAt: (minutes: number) => number) =>
  Array.from({ length: 31 }, (_, minutes) => ({ minutes, megabytes: megabytesAt(minutes) }));

it("sees memory that a service never gives back, and by how much an hour", () => {
  expect(growth(each((minutes) => 100 + minutes)).megabytesPerHour).toBeCloseTo(60);
});

it("does not take the warm-up of a service for a leak", () => {
  const { megabytes, megabytesPerHour } = growth(each((minutes) => Math.min(100, minutes * 10)));

  expect(megabytes).toBeCloseTo(100);
  expect(megabytesPerHour).toBeCloseTo(0);
});

it("says nothing of one look alone", () => {
  expect(growth([{ minutes: 5, megabytes: 90 }]).megabytesPerHour).toBe(0);
});

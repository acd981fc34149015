import { expect, it } from "vitest";
import { createPatience } from "./patience.ts";

it("waits long for each answer but for those that are lost, and never beyond a healing", async () => {
  const patience = createPatience();
  const closed: number[] = [];
  const rail = patience.railOf(({ callTimeoutMs }) => ({
    limits: { callTimeoutMs },
    serves: () => callTimeoutMs,
    status: (key: string) => Promise.resolve([key, callTimeoutMs]),
    close: () => Promise.resolve(void closed.push(callTimeoutMs)),
  }));
  const copy = { ...rail };
  expect(await copy.status("one")).toEqual(["one", 10_000]);
  patience.lose(1, "lost");
  expect([rail.serves(), rail.limits.callTimeoutMs]).toEqual([10_000, 10_000]);
  expect(await copy.status("two")).toEqual(["two", 1_000]);
  expect(await rail.status("three")).toEqual(["three", 10_000]);
  patience.lose(2, "lostAfterActing");
  expect(await rail.status("acted")).toEqual(["acted", 3_000]);
  patience.heal();
  expect(await rail.status("four")).toEqual(["four", 10_000]);
  await rail.close();
  expect(new Set(closed)).toEqual(new Set([1_000, 3_000, 10_000]));
});

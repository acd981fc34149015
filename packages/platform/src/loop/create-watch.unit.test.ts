import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createWatch } from "./create-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a watch looks from its beginning to its end, and again when it begins once more", () => {
  let looks = 0;
  const watch = createWatch(100, () => (looks += 1));
  vi.advanceTimersByTime(500);
  expect(looks).toBe(0);
  expect(vi.getTimerCount()).toBe(0);

  watch.begin();
  watch.begin();
  vi.advanceTimersByTime(300);
  expect(looks).toBe(3);

  watch.end();
  vi.advanceTimersByTime(500);
  expect(looks).toBe(3);

  watch.begin();
  vi.advanceTimersByTime(100);
  expect(looks).toBe(4);
  watch.end();
});

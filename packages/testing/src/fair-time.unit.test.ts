import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { fairNowMs } from "./fair-time.ts";

it("counts the time that goes by while the process may run", async () => {
  const [fairFrom, from] = [fairNowMs(), performance.now()];
  // A process that was kept from running meanwhile has counted hardly any of it: it waits once more.
  for (let turn = 0; turn < 20 && fairNowMs() - fairFrom <= 100; turn += 1) await wait(300);
  const [fairMs, ms] = [fairNowMs() - fairFrom, performance.now() - from];

  expect(fairMs).toBeGreaterThan(100);
  expect(fairMs).toBeLessThanOrEqual(ms + 1);
});

it("hardly counts what the process was kept from running", () => {
  const fairFrom = fairNowMs();
  // The thread sleeps, as it does when the machine gives it no processor.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);

  expect(fairNowMs() - fairFrom).toBeLessThan(100);
});

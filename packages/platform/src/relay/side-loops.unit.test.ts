import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLoop } from "../loop/create-loop.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { leaseRenewal, renewalPauses } from "./side-loops.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  [true, "two seconds", 0, [0, 2_000, 4_000]],
  [true, "two seconds", 900, [0, 2_000, 4_000]],
  [false, "second", 0, [0, 1_000, 2_000, 3_000, 4_000]],
  [false, "second", 900, [0, 1_000, 2_000, 3_000, 4_000]],
])(
  "asks for a lease that is held: %s each %s, though the database answers %i ms later",
  async (isHeld, _, answerMs, expected) => {
    const startedAt = Date.now();
    const renewedAt: number[] = [];
    const lease = {
      isHeld: () => isHeld,
      async hold() {
        renewedAt.push(Date.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, answerMs));
        return isHeld;
      },
    };
    const loop = createLoop({
      name: "relay/lease",
      work: leaseRenewal(lease, { metrics: createMetrics("payments") }),
      ...renewalPauses({}),
    });
    loop.start();
    await vi.advanceTimersByTimeAsync(4_500);
    expect(renewedAt).toEqual(expected);
    const stopping = loop.stop();
    await vi.advanceTimersByTimeAsync(answerMs);
    await stopping;
  },
);

it("tries again after a second when the database did not answer, and soon enough for the lease", async () => {
  const startedAt = Date.now();
  const triedAt: number[] = [];
  const lease = {
    isHeld: () => true,
    hold() {
      triedAt.push(Date.now() - startedAt);
      return Promise.reject(new Error("the database is away"));
    },
  };
  const loop = createLoop({
    name: "relay/lease",
    work: leaseRenewal(lease, { metrics: createMetrics("payments") }),
    ...renewalPauses({}),
  });
  loop.start();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(triedAt).toEqual([0, 1_000, 2_000, 3_000]);
  await loop.stop();
});

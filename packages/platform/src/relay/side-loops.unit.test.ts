import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLoop } from "../loop/create-loop.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { relayLimits } from "./limits.ts";
import { leaseRenewal } from "./side-loops.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ["at once", 0],
  ["most of a second later", 900],
])("renews the lease each second, though the database answers %s", async (_, answerMs) => {
  const startedAt = Date.now();
  const renewedAt: number[] = [];
  const lease = {
    isHeld: () => true,
    async hold() {
      renewedAt.push(Date.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, answerMs));
      return true;
    },
  };
  const loop = createLoop({
    name: "relay/lease",
    work: leaseRenewal(lease, { metrics: createMetrics("payments") }),
    idleMs: relayLimits.leaseRenewMs,
  });
  loop.start();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(renewedAt).toEqual([0, 1_000, 2_000, 3_000]);
  const stopping = loop.stop();
  await vi.advanceTimersByTimeAsync(answerMs);
  await stopping;
});

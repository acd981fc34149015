import { setTimeout as wait } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { keepStreams } from "./keep-streams.ts";

it("applies the definition again and again, and tells a trouble once until it is over", async () => {
  const troubles: string[] = [];
  const outcomes = ["down", "down", "", "down"];
  let calls = 0;
  const apply = async (): Promise<void> => {
    const outcome = outcomes[calls] ?? "";
    calls += 1;
    if (outcome !== "") throw new Error(outcome);
  };

  const keeper = keepStreams(apply, (reason) => troubles.push(reason), 1);
  await vi.waitUntil(() => calls >= 6);
  await keeper.stop();
  const callsAtStop = calls;
  await wait(10);

  expect(troubles).toEqual(["down", "down"]);
  expect(calls).toBe(callsAtStop);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionLimits } from "../limits.ts";
import { createFirstUses } from "./first-uses.ts";

describe("the first use of a token", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Identity, which hears or does not. */
  function listener() {
    const told: string[] = [];
    let hears = true;
    return {
      told,
      setHears: (value: boolean) => {
        hears = value;
      },
      tell: async (tokenId: string) => {
        told.push(tokenId);
        return hears;
      },
    };
  }

  it("is told once", async () => {
    const identity = listener();
    createFirstUses(identity.tell).note("one");
    await vi.advanceTimersByTimeAsync(10 * sessionLimits.firstUseRetryMs);

    expect(identity.told).toEqual(["one"]);
  });

  it("is told again until identity has heard of it", async () => {
    const identity = listener();
    identity.setHears(false);
    const uses = createFirstUses(identity.tell);
    uses.note("one");
    uses.note("two");
    await vi.advanceTimersByTimeAsync(2 * sessionLimits.firstUseRetryMs);
    expect(identity.told).toEqual(["one", "two", "one", "two", "one", "two"]);

    identity.setHears(true);
    await vi.advanceTimersByTimeAsync(5 * sessionLimits.firstUseRetryMs);
    expect(identity.told).toHaveLength(8);
  });

  it("is not told any more when the gateway stops", async () => {
    const identity = listener();
    identity.setHears(false);
    const uses = createFirstUses(identity.tell);
    uses.note("one");
    await vi.advanceTimersByTimeAsync(0);
    uses.stop();
    await vi.advanceTimersByTimeAsync(5 * sessionLimits.firstUseRetryMs);

    expect(identity.told).toEqual(["one"]);
  });
});

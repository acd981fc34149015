import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionLimits } from "../limits.ts";
import { createFirstUses } from "./first-uses.ts";

describe("the first use of a token", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Identity, which replies or does not. */
  function identityOf() {
    const recorded: string[] = [];
    let replies = true;
    return {
      recorded,
      setReplies: (value: boolean) => {
        replies = value;
      },
      record: async (tokenId: string) => {
        recorded.push(tokenId);
        return replies;
      },
    };
  }

  it("is recorded once", async () => {
    const identity = identityOf();
    createFirstUses(identity.record).add("one");
    await vi.advanceTimersByTimeAsync(10 * sessionLimits.firstUseRetryMs);

    expect(identity.recorded).toEqual(["one"]);
  });

  it("is recorded again until identity has replied", async () => {
    const identity = identityOf();
    identity.setReplies(false);
    const uses = createFirstUses(identity.record);
    uses.add("one");
    uses.add("two");
    await vi.advanceTimersByTimeAsync(2 * sessionLimits.firstUseRetryMs);
    expect(identity.recorded).toEqual(["one", "two", "one", "two", "one", "two"]);

    identity.setReplies(true);
    await vi.advanceTimersByTimeAsync(5 * sessionLimits.firstUseRetryMs);
    expect(identity.recorded).toHaveLength(8);
  });

  it("is not recorded any more when the gateway stops", async () => {
    const identity = identityOf();
    identity.setReplies(false);
    const uses = createFirstUses(identity.record);
    uses.add("one");
    await vi.advanceTimersByTimeAsync(0);
    uses.stop();
    await vi.advanceTimersByTimeAsync(5 * sessionLimits.firstUseRetryMs);

    expect(identity.recorded).toEqual(["one"]);
  });
});

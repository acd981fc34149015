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

  const withoutReplies = async () => {
    const identity = identityOf();
    identity.setReplies(false);
    const uses = createFirstUses(identity.record);
    uses.start();
    await vi.advanceTimersByTimeAsync(0);
    return { identity, uses };
  };

  it("is recorded once", async () => {
    const identity = identityOf();
    const uses = createFirstUses(identity.record);
    uses.start();
    uses.add("one");
    await vi.advanceTimersByTimeAsync(10 * sessionLimits.firstUseRetryMs);

    expect(identity.recorded).toEqual(["one"]);
  });

  it("is recorded again until identity has replied", async () => {
    const { identity, uses } = await withoutReplies();
    uses.add("one");
    uses.add("two");
    await vi.advanceTimersByTimeAsync(2 * sessionLimits.firstUseRetryMs);
    expect(identity.recorded).toEqual(["one", "two", "one", "two", "one"]);

    identity.setReplies(true);
    await vi.advanceTimersByTimeAsync(5 * sessionLimits.firstUseRetryMs);
    expect(identity.recorded).toHaveLength(7);
  });

  it("is recorded although many others, of which identity has no reply, are in front of it", async () => {
    const recorded: string[] = [];
    const uses = createFirstUses(async (tokenId) => {
      if (tokenId === "last") recorded.push(tokenId);
      return tokenId === "last";
    });
    for (let token = 0; token < sessionLimits.firstUsesAtOnceMax; token += 1) uses.add(`${token}`);
    uses.add("last");
    uses.start();
    await vi.advanceTimersByTimeAsync(sessionLimits.firstUseRetryMs);

    expect(recorded).toEqual(["last"]);
  });

  it("is not recorded any more when the gateway stops", async () => {
    const { identity, uses } = await withoutReplies();
    uses.add("one");
    await vi.advanceTimersByTimeAsync(0);
    await uses.stop();
    await vi.advanceTimersByTimeAsync(5 * sessionLimits.firstUseRetryMs);

    expect(identity.recorded).toEqual(["one"]);
  });
});

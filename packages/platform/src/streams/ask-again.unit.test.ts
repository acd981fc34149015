import { TimeoutError } from "@nats-io/transport-node";
import { describe, expect, it } from "vitest";
import { askAgain } from "./ask-again.ts";
import { streamLimits } from "./limits.ts";

/** Fails so often before it answers. */
function answersAfter(fails: number, error: () => Error) {
  let asked = 0;
  return {
    asked: () => asked,
    read: async () => {
      asked += 1;
      if (asked <= fails) throw error();
      return "an answer";
    },
  };
}

describe("a question to a cluster of NATS", () => {
  it("is asked again where nobody answers, because a leader is being elected", async () => {
    const { read, asked } = answersAfter(streamLimits.readTriesMax - 1, () => new TimeoutError());
    expect(await askAgain("the stream", read)).toBe("an answer");
    expect(asked()).toBe(streamLimits.readTriesMax);
  });

  it("says what nobody answers for", async () => {
    const { read, asked } = answersAfter(streamLimits.readTriesMax, () => new TimeoutError());
    await expect(askAgain("the stream SANU_PAYMENTS", read)).rejects.toThrow(
      "NATS says nothing of the stream SANU_PAYMENTS (asked 3 times for 5 s)",
    );
    expect(asked()).toBe(streamLimits.readTriesMax);
  });

  it("is asked once where the answer is a refusal", async () => {
    const { read, asked } = answersAfter(1, () => new Error("stream not found"));
    await expect(askAgain("the stream", read)).rejects.toThrow("stream not found");
    expect(asked()).toBe(1);
  });
});

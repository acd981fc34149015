import { GetRemaining } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import type { AskOptions, AskResult, UnavailableCause } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { askLimits } from "../limits.ts";
import { createAsker } from "./asker.ts";

const input = { accountId: newId() as AccountId };
const call = { correlationId: "request-1", traceparent: undefined };
const unavailable = (cause: UnavailableCause) => ({ kind: "unavailable", cause }) as const;
const answered = { kind: "answered", data: { remaining: 1 } } as const;

function asking(results: readonly AskResult<unknown>[]) {
  const asked: AskOptions[] = [];
  const asker = createAsker(async (_definition, _input, options) => {
    asked.push(options);
    return results[asked.length - 1] as never;
  });
  return { asker, asked };
}

describe("asking at most twice", () => {
  it("asks once when there is an answer or a refusal", async () => {
    const refused = { kind: "refused", refusal: { code: "not-found" } } as const;
    for (const result of [answered, refused]) {
      const { asker, asked } = asking([result]);

      expect(await asker(GetRemaining, input, call)).toEqual(result);
      expect(asked).toHaveLength(1);
      expect(asked[0]?.timeoutMs).toBeCloseTo(askLimits.attemptMs, -2);
    }
  });

  it.each(["no-service", "too-late", "broken-answer", "fault"] as const)(
    "asks again after %s, under the same command id",
    async (cause) => {
      const { asker, asked } = asking([unavailable(cause), answered]);

      expect(await asker(GetRemaining, input, call)).toEqual(answered);
      expect(asked[1]?.context).toEqual(asked[0]?.context);
      expect(asked[0]?.context).toMatchObject({ correlationId: "request-1" });
    },
  );

  it("gives every request a command id of its own", async () => {
    const { asker, asked } = asking([answered, answered]);
    await asker(GetRemaining, input, call);
    await asker(GetRemaining, input, call);

    expect(asked[0]?.context.causationId).not.toBe(asked[1]?.context.causationId);
  });

  it("does not burden a service again that has too much to do", async () => {
    const { asker, asked } = asking([unavailable("overloaded"), answered]);

    expect(await asker(GetRemaining, input, call)).toEqual(unavailable("overloaded"));
    expect(asked).toHaveLength(1);
  });

  it("does not ask again when no time is left", async () => {
    const { asker, asked } = asking([unavailable("no-service"), answered]);
    const deadlineAt = performance.now() + askLimits.retryPauseMs;

    const result = await asker(GetRemaining, input, { ...call, deadlineAt });

    expect(result).toEqual(unavailable("no-service"));
    expect(asked).toHaveLength(1);
  });
});

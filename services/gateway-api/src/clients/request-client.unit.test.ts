import { GetRemaining } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import type { RequestOptions, RequestResult, UnavailableCause } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { requestLimits } from "../limits.ts";
import { createRequestClient } from "./request-client.ts";

const input = { accountId: newId() as AccountId };
const call = { correlationId: "request-1", traceparent: undefined };
const unavailable = (cause: UnavailableCause) => ({ kind: "unavailable", cause }) as const;
const answered = { kind: "replied", data: { remaining: 1 } } as const;

function asking(results: readonly RequestResult<unknown>[]) {
  const asked: RequestOptions[] = [];
  const client = createRequestClient(async (_definition, _input, options) => {
    asked.push(options);
    return results[asked.length - 1] as never;
  });
  return { client, asked };
}

describe("asking at most twice", () => {
  it("asks once when there is an answer or a refusal", async () => {
    const refused = { kind: "refused", refusal: { code: "not-found" } } as const;
    for (const result of [answered, refused]) {
      const { client, asked } = asking([result]);

      expect(await client(GetRemaining, input, call)).toEqual(result);
      expect(asked).toHaveLength(1);
      expect(asked[0]?.timeoutMs).toBeCloseTo(requestLimits.attemptMs, -2);
    }
  });

  it.each(["no-responders", "timeout", "malformed-reply", "fault"] as const)(
    "asks again after %s, under the same command id",
    async (cause) => {
      const { client, asked } = asking([unavailable(cause), answered]);

      expect(await client(GetRemaining, input, call)).toEqual(answered);
      expect(asked[1]?.context).toEqual(asked[0]?.context);
      expect(asked[0]?.context).toMatchObject({ correlationId: "request-1" });
    },
  );

  it("gives every request a command id of its own", async () => {
    const { client, asked } = asking([answered, answered]);
    await client(GetRemaining, input, call);
    await client(GetRemaining, input, call);

    expect(asked[0]?.context.causationId).not.toBe(asked[1]?.context.causationId);
  });

  it("does not burden a service again that has too much to do", async () => {
    const { client, asked } = asking([unavailable("overloaded"), answered]);

    expect(await client(GetRemaining, input, call)).toEqual(unavailable("overloaded"));
    expect(asked).toHaveLength(1);
  });

  it("does not ask again when no time is left", async () => {
    const { client, asked } = asking([unavailable("no-responders"), answered]);
    const deadlineAt = performance.now() + requestLimits.retryPauseMs;

    const result = await client(GetRemaining, input, { ...call, deadlineAt });

    expect(result).toEqual(unavailable("no-responders"));
    expect(asked).toHaveLength(1);
  });
});

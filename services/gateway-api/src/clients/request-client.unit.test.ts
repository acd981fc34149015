import { CreateTransaction, GetRemaining, LogIn } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import type { RequestOptions, RequestResult, UnavailableCause } from "@sanu/platform";
import { afterEach, describe, expect, it, vi } from "vitest";
import { requestLimits } from "../limits.ts";
import { createRequestClient } from "./request-client.ts";

const accountId = newId() as AccountId;
const scope = { correlationId: "request-1", traceparent: undefined };
const unavailable = (cause: UnavailableCause) => ({ kind: "unavailable", cause }) as const;
const refused = (code: string) => ({ kind: "refused", refusal: { code } }) as const;
const replied = { kind: "replied", data: { remaining: 1 } } as const;

afterEach(() => {
  vi.useRealTimers();
});

interface Sent extends RequestOptions {
  readonly input: unknown;
}

function clientOf(results: readonly RequestResult<unknown, string>[]) {
  const sent: Sent[] = [];
  const client = createRequestClient(async (_definition, input, options) => {
    sent.push({ ...options, input });
    return results[sent.length - 1] as never;
  });
  return { client, sent };
}

describe("a request", () => {
  it("is sent once when there is a reply or a refusal", async () => {
    for (const result of [replied, refused("not-found")]) {
      const { client, sent } = clientOf([result]);

      expect(await client(scope).request(GetRemaining, { accountId })).toEqual(result);
      expect(sent).toHaveLength(1);
      expect(sent[0]?.timeoutMs).toBeCloseTo(requestLimits.attemptMs, -2);
    }
  });

  it.each(["no-responders", "timeout", "malformed-reply", "fault"] as const)(
    "is sent again after %s, under the same command id",
    async (cause) => {
      const { client, sent } = clientOf([unavailable(cause), replied]);

      expect(await client(scope).request(GetRemaining, { accountId })).toEqual(replied);
      expect(sent[1]?.context).toEqual(sent[0]?.context);
      expect(sent[0]?.context).toMatchObject({ correlationId: "request-1" });
    },
  );

  it("has a command id of its own", async () => {
    const { client, sent } = clientOf([replied, replied]);
    const { request } = client(scope);
    await request(GetRemaining, { accountId });
    await request(GetRemaining, { accountId });

    expect(sent[0]?.context.causationId).not.toBe(sent[1]?.context.causationId);
  });

  it("does not burden a service again that has too much to do", async () => {
    const { client, sent } = clientOf([unavailable("overloaded"), replied]);
    const result = await client(scope).request(GetRemaining, { accountId });

    expect(result).toEqual(unavailable("overloaded"));
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["timeout", 1],
    ["fault", 1],
    ["malformed-reply", 1],
    ["overloaded", 1],
    ["no-responders", 2],
  ] as const)(
    "that costs a hash is not sent again after %s unless nobody was there",
    async (cause, times) => {
      const { client, sent } = clientOf([unavailable(cause), replied]);
      await client(scope).request(LogIn, { email: "awa@example.com", password: "motdepasse" });

      expect(sent).toHaveLength(times);
    },
  );

  it("is not sent again when no time is left", async () => {
    const { client, sent } = clientOf([unavailable("no-responders"), replied]);
    const deadlineAt = performance.now() + requestLimits.retryPauseMs;

    const result = await client({ ...scope, deadlineAt }).request(GetRemaining, { accountId });

    expect(result).toEqual(unavailable("no-responders"));
    expect(sent).toHaveLength(1);
  });
});

describe("a command", () => {
  const order = {
    accountId,
    transactionType: "BUY_BITCOIN",
    amountXof: "5000",
    receiver: "ok@sandbox.sanu",
    number: "+2290161000789",
    channel: null,
    quoteId: null,
    idempotency: null,
  } as const;
  const inProgress = refused("idempotency-in-progress");
  const copies = { repeatOn: "idempotency-in-progress" } as const;

  it("names in its input the id that events carry, in every attempt the same", async () => {
    const { client, sent } = clientOf([unavailable("timeout"), replied]);
    await client(scope).command(CreateTransaction, order);

    const commandId = sent[0]?.context.causationId;
    expect(sent.map(({ input }) => input)).toEqual([
      { ...order, commandId },
      { ...order, commandId },
    ]);
  });

  it("is repeated while a copy of it is in progress, and not on another refusal", async () => {
    const { client, sent } = clientOf([inProgress, inProgress, refused("amount-too-small")]);
    const result = await client(scope).command(CreateTransaction, order, copies);

    expect(result).toEqual(refused("amount-too-small"));
    expect(new Set(sent.map(({ context }) => context.causationId)).size).toBe(1);
  });

  it("is refused as in progress when the copy has not ended at the deadline", async () => {
    vi.useFakeTimers();
    const { client, sent } = clientOf([inProgress, inProgress]);
    const deadlineAt = performance.now() + 1.5 * requestLimits.retryPauseMs;

    const result = client({ ...scope, deadlineAt }).command(CreateTransaction, order, copies);
    await vi.advanceTimersByTimeAsync(requestLimits.retryPauseMs);

    expect(await result).toEqual(inProgress);
    expect(sent).toHaveLength(2);
  });
});

import { defineRequest, GetRemaining, ListTransactions } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { testNamespace, testNatsUrl } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { assertAwaited } from "../event-store/deadline.ts";
import { type Answerer, answers, refuse } from "./answer.ts";
import { connectNats, isAtLeast, type Messaging } from "./connect-nats.ts";

const context = { correlationId: "request-1", causationId: "command-1" };

/** A request whose reply can be anything, to let a service answer nonsense. */
const anyReply = defineRequest({
  service: "transactions",
  name: "get-remaining",
  request: z.unknown(),
  reply: z.unknown(),
});

describe("asking a service", () => {
  let asker: Messaging;
  let service: Messaging;
  let stops: (() => Promise<void>)[] = [];
  const faults: unknown[] = [];

  beforeAll(async () => {
    const options = { url: testNatsUrl(), namespace: testNamespace() };
    asker = await connectNats({ ...options, name: "asker" });
    service = await connectNats({ ...options, name: "service" });
  });

  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()));
    stops = [];
    faults.length = 0;
  });

  afterAll(async () => {
    await asker.close();
    await service.close();
  });

  const serve = async (...answerers: Answerer[]) => {
    stops.push(service.answer({ answerers, onFault: (error) => faults.push(error) }));
    await service.connection.flush();
  };
  const accountId = newId<"AccountId">() as AccountId;
  const askRemaining = (timeoutMs = 2_000) =>
    asker.ask(GetRemaining, { accountId }, { context, timeoutMs });

  it("brings the parsed request, its causes and the time left to the handler, and the reply back", async () => {
    const seen: unknown[] = [];
    await serve(
      answers(GetRemaining, async (data, given) => {
        seen.push(data, given.correlationId, given.causationId, given.remainingMs() > 1_000);
        return { remaining: 42 };
      }),
    );
    expect(await askRemaining()).toEqual({ kind: "answered", data: { remaining: 42 } });
    expect(seen).toEqual([{ accountId }, "request-1", "command-1", true]);
  });

  it("brings a refusal with its parameters and broken fields", async () => {
    await serve(
      answers(ListTransactions, async () =>
        refuse("bad-request", { why: "cursor" }, { cursor: ["required"] }),
      ),
    );
    const result = await asker.ask(
      ListTransactions,
      {
        accountId,
        language: "fr",
        limit: 1,
        cursor: "x",
        status: null,
        transactionType: null,
        fromDay: null,
        toDay: null,
      },
      { context },
    );
    expect(result).toEqual({
      kind: "refused",
      refusal: { code: "bad-request", params: { why: "cursor" }, fields: { cursor: ["required"] } },
    });
  });

  it("is unavailable at once when nobody serves", async () => {
    expect(await askRemaining()).toEqual({ kind: "unavailable", cause: "no-service" });
  });

  it("is unavailable when the answer does not come in time, and the late work is told so", async () => {
    const left: number[] = [];
    await serve(
      answers(GetRemaining, async (_data, given) => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        left.push(given.remainingMs());
        return { remaining: 1 };
      }),
    );
    expect(await askRemaining(60)).toEqual({ kind: "unavailable", cause: "too-late" });
    await Promise.all(stops.map((stop) => stop()));
    expect(left[0]).toBeLessThan(0);
  });

  it("is too late, and no fault, when the work was dropped because nobody waits", async () => {
    await serve(
      answers(GetRemaining, async (_data, given) => {
        assertAwaited({ ...given, remainingMs: () => 0 });
        return { remaining: 1 };
      }),
    );
    expect(await askRemaining()).toEqual({ kind: "unavailable", cause: "too-late" });
    expect(faults).toEqual([]);
  });

  it("is unavailable when the handler throws, and the fault is reported", async () => {
    await serve(answers(GetRemaining, () => Promise.reject(new Error("a bug"))));
    expect(await askRemaining()).toEqual({ kind: "unavailable", cause: "fault" });
    expect(faults).toEqual([new Error("a bug")]);
  });

  it("is unavailable when the answer breaks the contract", async () => {
    await serve(answers(anyReply, async () => ({ remaining: "a lot" })));
    expect(await askRemaining()).toEqual({ kind: "unavailable", cause: "broken-answer" });
  });

  it("does not reach the handler with a request that breaks the contract", async () => {
    let calls = 0;
    await serve(
      answers(GetRemaining, async () => {
        calls += 1;
        return { remaining: 1 };
      }),
    );
    const result = await asker.ask(anyReply, { accountId: "not an id" }, { context });
    expect(result).toEqual({ kind: "unavailable", cause: "fault" });
    expect(calls).toBe(0);
  });

  it("shares the work of a queue group: each ask is answered by one member", async () => {
    let calls = 0;
    const one = answers(GetRemaining, async () => {
      calls += 1;
      return { remaining: 1 };
    });
    await serve(one);
    await serve(one);
    await Promise.all(Array.from({ length: 50 }, () => askRemaining()));
    expect(calls).toBe(50);
  });

  it("turns work away beyond its queue instead of letting everybody wait", async () => {
    await serve(
      answers(GetRemaining, async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { remaining: 1 };
      }),
    );
    const results = await Promise.all(Array.from({ length: 700 }, () => askRemaining(4_000)));
    const turnedAway = results.filter((result) => result.kind === "unavailable");
    expect(turnedAway).toHaveLength(700 - 64 - 512);
    expect(new Set(turnedAway.map((one) => one.kind === "unavailable" && one.cause))).toEqual(
      new Set(["overloaded"]),
    );
  });

  it("finishes the work under way when it stops", async () => {
    const stop = service.answer({
      answerers: [
        answers(GetRemaining, async () => {
          await new Promise((resolve) => setTimeout(resolve, 80));
          return { remaining: 7 };
        }),
      ],
      onFault: (error) => faults.push(error),
    });
    await service.connection.flush();
    const asked = askRemaining();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await stop();
    expect(await asked).toEqual({ kind: "answered", data: { remaining: 7 } });
  });

  it("meets nobody of another namespace", async () => {
    await serve(answers(GetRemaining, async () => ({ remaining: 1 })));
    const stranger = await connectNats({
      url: testNatsUrl(),
      name: "stranger",
      namespace: testNamespace(),
    });
    expect(await stranger.ask(GetRemaining, { accountId }, { context })).toEqual({
      kind: "unavailable",
      cause: "no-service",
    });
    await stranger.close();
  });
});

describe("the version of the server", () => {
  it.each([
    ["2.12.0", true],
    ["2.14.5", true],
    ["2.15.0-dev", true],
    ["3.0.0", true],
    ["2.11.9", false],
    ["2.9.10", false],
    ["nonsense", false],
  ])("of %s is new enough: %s", (version, isNewEnough) => {
    expect(isAtLeast(version, "2.12.0")).toBe(isNewEnough);
  });
});

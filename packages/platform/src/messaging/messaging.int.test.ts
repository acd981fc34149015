import { setImmediate as endOfTurn, setTimeout as wait } from "node:timers/promises";
import {
  factSubject,
  GetRemaining,
  ListTransactions,
  type Namespace,
  requestSubject,
  requestsOf,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { eventually, startTcpProxy, testNamespace, testNatsUrl } from "@sanu/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { assertAwaited } from "../event-store/deadline.ts";
import { connectNats, isAtLeast, type Messaging } from "./connect-nats.ts";
import { DisconnectedError } from "./connection-watch.ts";
import { messagingLimits } from "./limits.ts";
import { logConnection } from "./log-connection.ts";
import type { RequestObserver } from "./measured-requests.ts";
import type { RequestHandler } from "./request-handler.ts";
import { handleRequest, refuse } from "./serve.ts";

const context = { correlationId: "request-1", causationId: "command-1" };

/** A request whose reply can be anything, to let a service answer nonsense. */
const anyReply = requestsOf("transactions")("get-remaining", {
  request: z.unknown(),
  reply: z.unknown(),
});

describe("asking a service", () => {
  let client: Messaging;
  let service: Messaging;
  let stops: (() => Promise<void>)[] = [];
  const faults: unknown[] = [];
  const ends: Parameters<RequestObserver>[0][] = [];
  const onRequest: RequestObserver = (labels) => ends.push(labels);

  beforeAll(async () => {
    const options = { url: testNatsUrl(), namespace: testNamespace() };
    client = await connectNats({ ...options, name: "client", onRequest });
    service = await connectNats({ ...options, name: "service", onRequest });
  });

  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()));
    stops = [];
    faults.length = 0;
  });

  afterAll(async () => {
    await client.close();
    await service.close();
  });

  const serve = async (...handlers: RequestHandler[]) => {
    stops.push(service.serve({ handlers, onFault: (error) => faults.push(error) }));
    await service.connection.flush();
  };
  const accountId = newId<"AccountId">() as AccountId;
  const askRemaining = (timeoutMs: number = messagingLimits.requestTimeoutMs) =>
    client.request(GetRemaining, { accountId }, { context, timeoutMs });

  it("brings the parsed request, its causes and the time left to the handler, and the reply back", async () => {
    const seen: unknown[] = [];
    await serve(
      handleRequest(GetRemaining, async (data, given) => {
        seen.push(data, given.correlationId, given.causationId, given.remainingMs() > 1_000);
        return { remaining: 42 };
      }),
    );
    expect(await askRemaining()).toEqual({ kind: "replied", data: { remaining: 42 } });
    expect(seen).toEqual([{ accountId, keyId: null }, "request-1", "command-1", true]);
  });

  it("brings a refusal with its parameters and broken fields", async () => {
    await serve(
      handleRequest(ListTransactions, async () =>
        refuse("validation-failed", { why: "cursor" }, { cursor: ["required"] }),
      ),
    );
    const result = await client.request(
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
      refusal: {
        code: "validation-failed",
        params: { why: "cursor" },
        fields: { cursor: ["required"] },
      },
    });
  });

  it("is counted on both sides by its end, also where nobody serves", async () => {
    const request = "transactions.get-remaining";
    ends.length = 0;
    await askRemaining();
    await serve(handleRequest(GetRemaining, async () => ({ remaining: 42 })));
    await askRemaining();
    expect(ends).toEqual([
      { side: "client", request, outcome: "unavailable" },
      { side: "server", request, outcome: "replied" },
      { side: "client", request, outcome: "replied" },
    ]);
  });

  it("is unavailable at once when nobody serves", async () => {
    expect(await askRemaining()).toEqual({ kind: "unavailable", cause: "no-responders" });
  });

  it("is unavailable when the answer does not come in time, and the late work is told so", async () => {
    const left: number[] = [];
    await serve(
      handleRequest(GetRemaining, async (_data, given) => {
        await eventually("its time is over", () => given.remainingMs() < 0);
        left.push(given.remainingMs());
        return { remaining: 1 };
      }),
    );
    expect(await askRemaining(200)).toEqual({ kind: "unavailable", cause: "timeout" });
    await eventually("the work has ended", () => left.length > 0);
    expect(left[0]).toBeLessThan(0);
  });

  it("is too late, and no fault, when the work was dropped because nobody waits", async () => {
    await serve(
      handleRequest(GetRemaining, async (_data, given) => {
        assertAwaited({ ...given, remainingMs: () => 0 });
        return { remaining: 1 };
      }),
    );
    expect(await askRemaining()).toEqual({ kind: "unavailable", cause: "timeout" });
    expect(faults).toEqual([]);
  });

  it("is unavailable when the handler throws, and the fault is reported", async () => {
    await serve(handleRequest(GetRemaining, () => Promise.reject(new Error("a bug"))));
    expect(await askRemaining()).toEqual({ kind: "unavailable", cause: "fault" });
    expect(faults).toEqual([new Error("a bug")]);
  });

  it("is unavailable when the answer breaks the contract", async () => {
    await serve(handleRequest(anyReply, async () => ({ remaining: "a lot" })));
    expect(await askRemaining()).toEqual({ kind: "unavailable", cause: "malformed-reply" });
  });

  it("does not reach the handler with a request that breaks the contract", async () => {
    let calls = 0;
    await serve(
      handleRequest(GetRemaining, async () => {
        calls += 1;
        return { remaining: 1 };
      }),
    );
    const result = await client.request(anyReply, { accountId: "not an id" }, { context });
    expect(result).toEqual({ kind: "unavailable", cause: "fault" });
    expect(calls).toBe(0);
  });

  it("shares the work of a queue group: each ask is answered by one member", async () => {
    let calls = 0;
    const one = handleRequest(GetRemaining, async () => {
      calls += 1;
      return { remaining: 1 };
    });
    await serve(one);
    await serve(one);
    await Promise.all(Array.from({ length: 50 }, () => askRemaining()));
    expect(calls).toBe(50);
  });

  it("turns work away beyond its queue instead of letting everybody wait", async () => {
    const release = Promise.withResolvers<void>();
    await serve(
      handleRequest(GetRemaining, async () => {
        await release.promise;
        return { remaining: 1 };
      }),
    );
    const turnedAway: unknown[] = [];
    const asked = Array.from({ length: 700 }, async () => {
      const result = await askRemaining();
      if (result.kind === "unavailable") turnedAway.push(result.cause);
    });
    await eventually("all that is too much is turned away", () => turnedAway.length === 700 - 576);
    release.resolve();
    await Promise.all(asked);
    expect(new Set(turnedAway)).toEqual(new Set(["overloaded"]));
    expect(messagingLimits.concurrencyMax + messagingLimits.queueMax).toBe(576);
  });

  it("finishes the work under way when it stops", async () => {
    const begun = Promise.withResolvers<void>();
    const stop = service.serve({
      handlers: [
        handleRequest(GetRemaining, async () => {
          begun.resolve();
          await new Promise((resolve) => setTimeout(resolve, 80));
          return { remaining: 7 };
        }),
      ],
      onFault: (error) => faults.push(error),
    });
    await service.connection.flush();
    const asked = askRemaining();
    await begun.promise;
    await stop();
    expect(await asked).toEqual({ kind: "replied", data: { remaining: 7 } });
  });

  it("is unavailable as soon as the connection breaks, because its answer is lost", async () => {
    const { wire, cutOff } = await connectOverWire(client.namespace);
    const seen = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<{ remaining: number }>();
    await serve(
      handleRequest(GetRemaining, () => {
        seen.resolve();
        return answer.promise;
      }),
    );
    const asked = cutOff.request(GetRemaining, { accountId }, { context });
    await seen.promise;
    wire.setWire({ kind: "cut" });

    expect(await asked).toEqual({ kind: "unavailable", cause: "no-responders" });
    answer.resolve({ remaining: 1 });
    await cutOff.close();
    await wire.close();
  });

  it("is not answered into a stream, which would be a fact in the service's name", async () => {
    let asked = 0;
    await serve(
      handleRequest(GetRemaining, async () => {
        asked += 1;
        return { remaining: 1 };
      }),
    );
    const subject = requestSubject(client.namespace, "transactions", "get-remaining");
    const reply = factSubject(client.namespace, "sanu.transactions.TransactionPaid.v1");
    const receivedTexts: string[] = [];
    const stop = client.subscribeCore(reply, (text) => receivedTexts.push(text));
    client.connection.publish(subject, JSON.stringify({ accountId }), { reply });
    expect(await askRemaining()).toEqual({ kind: "replied", data: { remaining: 1 } });

    expect([asked, receivedTexts]).toEqual([1, []]);
    stop();
  });

  it("meets nobody of another namespace", async () => {
    await serve(handleRequest(GetRemaining, async () => ({ remaining: 1 })));
    const stranger = await connectNats({
      url: testNatsUrl(),
      name: "stranger",
      namespace: testNamespace(),
    });
    expect(await stranger.request(GetRemaining, { accountId }, { context })).toEqual({
      kind: "unavailable",
      cause: "no-responders",
    });
    await stranger.close();
  });
});

it("sends at once what a process says that has rested", async () => {
  const options = { url: testNatsUrl(), namespace: testNamespace() };
  const speaker = await connectNats({ ...options, name: "speaker" });
  for (let turn = 1; turn <= 3; turn += 1) {
    await wait(5);
    speaker.publishCore("news", "a word");
    expect(speaker.connection.stats().outMsgs).toBe(turn);
  }
  await speaker.close();
});

it("sends what a busy process has just said before it closes, and asks nothing that nobody waits for", async () => {
  const options = { url: testNatsUrl(), namespace: testNamespace() };
  const [speaker, listener] = await Promise.all([
    connectNats({ ...options, name: "speaker" }),
    connectNats({ ...options, name: "listener" }),
  ]);
  const receivedTexts: string[] = [];
  listener.subscribeCore("news", (text) => receivedTexts.push(text));
  listener.subscribeCore(
    requestSubject(options.namespace, "transactions", "get-remaining"),
    (text) => receivedTexts.push(text),
  );
  await listener.connection.flush();
  // Turns that follow each other without a rest.
  for (let turn = 0; turn < 3; turn += 1) {
    speaker.publishCore("news", `turn ${turn}`);
    await endOfTurn();
  }
  const asked = speaker.request(GetRemaining, { accountId: newId() as AccountId }, { context });
  speaker.publishCore("news", "the last word");
  expect(speaker.connection.stats().outMsgs).toBe(3);
  await speaker.close();
  expect(await asked).toEqual({ kind: "unavailable", cause: "no-responders" });

  await eventually("it is heard", () => receivedTexts.at(-1) === "the last word");
  expect(receivedTexts).toHaveLength(4);
  await listener.close();
});

it("a connection tells once that it is lost, however often it tries, and once that it is back", async () => {
  const { wire, cutOff } = await connectOverWire(testNamespace());
  const lines: string[] = [];
  const writeLine = (...line: readonly unknown[]) => void lines.push(String(line.at(-1)));
  const logger = { warn: writeLine, error: writeLine };
  logConnection(cutOff, logger);

  wire.setWire({ kind: "cut" });
  let tries = 0;
  const countTries = async () => {
    for await (const { type } of cutOff.connection.status())
      if (type === "reconnecting") tries += 1;
  };
  void countTries();
  await eventually("it has tried three times", () => tries >= 3);
  expect(cutOff.isConnected()).toBe(false);
  await expect(cutOff.whileConnected(() => Promise.resolve())).rejects.toThrow(DisconnectedError);
  wire.setWire({ kind: "clear" });

  await eventually("it is back", cutOff.isConnected);
  expect(await cutOff.whileConnected(() => Promise.resolve("an answer"))).toBe("an answer");
  await eventually("it has told so", () => lines.length >= 2);
  expect(lines).toEqual(["NATS is away", "NATS is back"]);
  await cutOff.close();
  await wire.close();
});

async function connectOverWire(namespace: Namespace) {
  const server = new URL(testNatsUrl());
  const wire = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  const url = `nats://${wire.host}:${wire.port}`;
  return { wire, cutOff: await connectNats({ url, name: "cut-off", namespace }) };
}

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

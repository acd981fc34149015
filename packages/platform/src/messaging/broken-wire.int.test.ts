import { GetRemaining } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import {
  brokenWires,
  eventually,
  fairNowMs,
  startTcpProxy,
  type TcpProxy,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectNats, type Messaging } from "./connect-nats.ts";
import { handleRequest } from "./serve.ts";

/** Whoever waited for the connection instead of his own time-out would wait for much longer than `soonMs`. */
const limits = {
  requestTimeoutMs: 500,
  soonMs: 4_000,
  brokenMs: 200,
  wholeWithinMs: 15_000,
  asks: 20,
} as const;

const wires = brokenWires({
  latencyMs: 5_000,
  bytesPerSecond: 1,
  responseBytes: 40,
  requestBytes: 40,
});

describe("a connection to NATS over a wire that breaks", () => {
  let wire: TcpProxy;
  let near: Messaging;
  let far: Messaging;

  beforeAll(async () => {
    const server = new URL(testNatsUrl());
    wire = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
    const namespace = testNamespace();
    near = await connectNats({ url: testNatsUrl(), name: "near", namespace });
    far = await connectNats({ url: `nats://${wire.host}:${wire.port}`, name: "far", namespace });
    const remaining = handleRequest(GetRemaining, () => Promise.resolve({ remaining: 7 }));
    far.serve({ handlers: [remaining], onFault: () => undefined });
  });

  beforeEach(() =>
    eventually("all is whole", async () => (await request(near)).kind === "replied"),
  );

  afterAll(async () => {
    await Promise.all([near.close(), far.close()]);
    await wire.close();
  });

  const request = (from: Messaging) =>
    from.request(
      GetRemaining,
      { accountId: newId() as AccountId },
      {
        context: { correlationId: "test", causationId: newId() },
        timeoutMs: limits.requestTimeoutMs,
      },
    );
  const pauseMs = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

  it.each(wires)(
    "lets nobody wait longer than he wants to, and is whole soon after: $kind",
    async (broken) => {
      wire.setWire(broken);
      const from = fairNowMs();
      const during = await Promise.all([request(near), request(far)]);
      expect(fairNowMs() - from).toBeLessThan(limits.soonMs);
      expect(during.map(({ kind }) => kind)).toEqual(["unavailable", "unavailable"]);
      await pauseMs(limits.brokenMs);
      wire.setWire({ kind: "clear" });

      // Both ways, and every time: a member of the queue group that only seems to be there would take every other ask.
      await eventually(
        "every ask is answered",
        async () => {
          const asks = Array.from({ length: limits.asks }, () => [
            request(near),
            request(far),
          ]).flat();
          return (await Promise.all(asks)).every(({ kind }) => kind === "replied");
        },
        limits.wholeWithinMs,
      );
    },
  );
});

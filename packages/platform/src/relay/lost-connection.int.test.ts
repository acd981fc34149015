import { eventually, fairNowMs, startTcpProxy, type TcpProxy, testNatsUrl } from "@sanu/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { relayLimits } from "./limits.ts";
import { createRelayBed, type RelayBed } from "./relay.fixture.ts";

let wire: TcpProxy;
let bed: RelayBed;

beforeEach(async () => {
  const server = new URL(testNatsUrl());
  wire = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  bed = await createRelayBed(`nats://${wire.host}:${wire.port}`);
  await bed.makeStream();
});

afterEach(async () => {
  wire.setWire({ kind: "clear" });
  await bed.close();
  await wire.close();
});

const published = () => bed.messaging.connection.stats().outMsgs;

it("the relay goes on as soon as it is connected again, whatever was in flight when NATS was lost", async () => {
  await bed.newRelay().start();
  const counter = await bed.openCounter();
  await bed.raise(counter);
  await eventually("the fact is published", async () => (await bed.factsInStream()).length === 1);

  wire.setWire({ kind: "half-open" });
  const before = published();
  for (let fact = 0; fact < 5; fact += 1) await bed.raise(counter);
  // Facts, or the question where the stream ends: the answer to neither arrives.
  await eventually("the relay waits for NATS", () => published() > before);
  const back = Promise.withResolvers<void>();
  bed.messaging.onReconnect(back.resolve);
  wire.setWire({ kind: "cut" });
  wire.setWire({ kind: "clear" });
  await back.promise;
  const backAt = fairNowMs();

  const log = await bed.factsInLog();
  await eventually("the stream holds every fact once and in order", async () => {
    const ids = (await bed.factsInStream()).map(({ id }) => id);
    return ids.join() === log.join();
  });
  // It did not wait for acknowledgements that cannot come any more.
  expect(fairNowMs() - backAt).toBeLessThan(relayLimits.ackTimeoutMs);
});

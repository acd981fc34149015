import { eventually, startTcpProxy, type TcpProxy, testNatsUrl } from "@sanu/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { reactionLimits } from "./limits.ts";
import { completed, createReactionBed, type ReactionBed } from "./reactions.fixture.ts";

let wire: TcpProxy;
let bed: ReactionBed;

beforeEach(async () => {
  const server = new URL(testNatsUrl());
  wire = await startTcpProxy({ host: server.hostname, port: Number(server.port) });
  bed = await createReactionBed(`nats://${wire.host}:${wire.port}`);
});

afterEach(async () => {
  wire.setWire({ kind: "clear" });
  await bed.close();
  await wire.close();
});

it("a group hears facts soon after NATS was lost again while it asked for its durable", async () => {
  const following = bed.newGroup();
  await following.start();
  await eventually("it listens", following.isFollowing);

  for (let loss = 0; loss < 2; loss += 1) {
    wire.setWire({ kind: "cut" });
    await eventually("it notices", () => !following.isFollowing());
    wire.setWire({ kind: "half-open" });
    const before = bed.messaging.connection.stats().outMsgs;
    wire.setWire({ kind: "clear" });
    await eventually("it asks again", () => bed.messaging.connection.stats().outMsgs > before);
  }
  const payment = await bed.openCounter();
  await eventually("it listens", following.isFollowing);
  await bed.publish(completed(payment));

  const withinMs = reactionLimits.pullExpiresMs / 2;
  await eventually("acts", async () => (await bed.totalOf(payment)) === 1n, withinMs);
  expect(bed.calls).toHaveLength(1);
});

import { CanDisburse, type RequestInput } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { destinationHmac } from "@sanu/platform";
import { afterAll, describe, expect, it } from "vitest";
import { createPayoutWorld } from "./payouts.fixture.ts";

const number = "+2290196000001";

const world = await createPayoutWorld();
await world.start();

afterAll(() => world.stop());

/** What payouts says of a sale whose number is there, but for the changes. */
async function obstacleTo(changes: Partial<RequestInput<typeof CanDisburse>> = {}) {
  const transactionId = newId<"TransactionId">();
  world.destinations.set(transactionId, number);
  const numberHmac = destinationHmac(world.hmacKey, number);
  const question = { transactionId, channel: "MTN_OPEN", amountXof: "10000", numberHmac };
  const context = { correlationId: "test", causationId: "test" };
  const answer = await world.messaging.request(
    CanDisburse,
    { ...question, ...changes },
    { context },
  );
  if (answer.kind !== "replied") throw new Error(`Payouts does not answer: ${answer.kind}`);
  return answer.data.obstacle;
}

describe("whether the XOF of a sale can be paid out", () => {
  it("is yes where the number is there and its channel takes the amount", async () => {
    expect(await obstacleTo()).toBeNull();
    expect(world.sandbox.journal.ofKind("disbursement-created")).toEqual([]);
  });

  it("is no where the number is gone, or not the one that was ordered", async () => {
    expect(await obstacleTo({ transactionId: newId() })).toBe("number-unavailable");
    const numberHmac = destinationHmac(world.hmacKey, "+2290196000002");
    expect(await obstacleTo({ numberHmac })).toBe("number-unavailable");
  });

  it.each([["99"], ["1000001"]])("is no for %s XOF, outside the limits", async (amountXof) => {
    expect(await obstacleTo({ amountXof })).toBe("amount-outside-limits");
  });

  it("is no where the channel is closed, or nobody serves it", async () => {
    const channel = "MOOV_BENIN";
    world.sandbox.journal.record({ kind: "channel-set", channel, state: "closed" });
    expect(await obstacleTo({ channel })).toBe("channel-closed");
    world.sandbox.journal.record({ kind: "channel-set", channel, state: "unserved" });
    expect(await obstacleTo({ channel })).toBe("channel-unknown");
  });

  it("is no where the float is too small", async () => {
    world.sandbox.journal.record({ kind: "float-set", amountXof: "9999" });
    expect(await obstacleTo()).toBe("float-too-small");
    world.sandbox.journal.record({ kind: "float-set", amountXof: "1000000" });
  });

  it("is no where less is there than was promised before, and yes for what nobody had to reserve", async () => {
    const [short, old] = [newId<"TransactionId">(), newId<"TransactionId">()];
    for (const transactionId of [short, old]) world.destinations.set(transactionId, number);
    world.reservations.set(short, "short").set(old, "none");
    expect(await obstacleTo({ transactionId: short })).toBe("float-too-small");
    expect(await obstacleTo({ transactionId: old })).toBeNull();
  });

  it("is no while the provider says nothing that can be read", async () => {
    const operation = "channels.read";
    world.sandbox.control.addFault({ operation, mode: "http-500", times: 1 });
    expect(await obstacleTo()).toBe("not-known");
  });
});

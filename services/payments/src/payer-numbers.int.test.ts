import { AccountErased, GetPayer, PaymentCompleted } from "@sanu/contracts";
import { newId, type PaymentId, systemClock } from "@sanu/kernel";
import { eventually, startFactSource } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CollectionWorld, createCollectionWorld, railLike } from "./collection.fixture.ts";

const paid = ["PaymentRequested", "PaymentInitiated", "PaymentCompleted"] as const;
const payerNumber = "+2290166000009";

describe("a purchase that another number pays on its provider's page", () => {
  let world: CollectionWorld;

  beforeAll(async () => {
    world = await createCollectionWorld();
    await world.start({ rails: [namingPayers()] });
  });
  afterAll(() => world.stop());

  const namingPayers = () => {
    const sandbox = railLike(world, {});
    return railLike(world, {
      async status(query) {
        const status = await sandbox.status(query);
        if (status.kind !== "completed") return status;
        const [first] = status.receipts;
        return { ...status, receipts: [{ ...first, payerNumber }] };
      },
    });
  };

  const payerOf = async (paymentId: PaymentId) => {
    const context = { correlationId: "test", causationId: newId() };
    const reply = await world.messaging.request(GetPayer, { paymentId }, { context });
    return reply.kind === "replied" ? reply.data.number : reply;
  };

  it("says that the payer is named, and who it is only to who asks", async () => {
    const completed = world.listen(PaymentCompleted);
    const order = await world.order("+2290166000002");
    await world.happened(order, ...paid);
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ isPayerNamed: true });
    await eventually("it is published", () => completed.length === 1);
    expect(completed).toMatchObject([{ isPayerNamed: true }]);
    expect(await payerOf(order.paymentId)).toBe(payerNumber);
    expect(JSON.stringify([completed, await world.eventsOf(order)])).not.toContain("66000009");
    expect(await payerOf(newId<"PaymentId">())).toBeNull();
  });

  it("loses its payer with the person who ordered", async () => {
    const order = await world.order("+2290166000002");
    await world.happened(order, ...paid);
    const { accountId } = order.fact;
    const identity = await startFactSource("identity", world.messaging);
    await identity.publish(AccountErased, accountId, { accountId, erasedAt: systemClock.now() });
    await eventually("it is gone", async () => (await payerOf(order.paymentId)) === null);
    await identity.stop();
  });

  it("names nobody on a schema that does not keep payers", async () => {
    await world.rows("alter table payment_private drop column payer_number");
    await world.stopReplicas();
    await world.start({ rails: [namingPayers()] });
    const order = await world.order("+2290166000002");
    await world.happened(order, ...paid);
    expect((await world.eventsOf(order)).at(-1)).not.toHaveProperty("isPayerNamed");
    expect(await payerOf(order.paymentId)).toBeNull();
  });
});

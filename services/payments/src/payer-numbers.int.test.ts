import { AccountErased, GetPayer, PaymentCompleted } from "@sanu/contracts";
import { type AccountId, newId, type PaymentId, systemClock } from "@sanu/kernel";
import type { CollectionRail } from "@sanu/rails";
import { eventually, type FactSource, startFactSource } from "@sanu/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CollectionWorld, createCollectionWorld, railLike } from "./collection.fixture.ts";

const paid = ["PaymentRequested", "PaymentInitiated", "PaymentCompleted"] as const;
const payerNumber = "+2290166000009";

describe("a purchase that another number pays on its provider's page", () => {
  let world: CollectionWorld;
  let identity: FactSource;

  beforeAll(async () => {
    world = await createCollectionWorld({ slowMs: 200 });
    identity = await startFactSource("identity", world.messaging);
    await world.start({ rails: [namingPayers()] });
  });
  afterAll(async () => {
    await identity.stop();
    await world.stop();
  });

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

  const withoutPages = () => {
    const naming = namingPayers();
    const initiate: CollectionRail["initiate"] = async (order) => {
      const outcome = await naming.initiate(order);
      if (outcome.kind !== "accepted") return outcome;
      return { ...outcome, value: { ...outcome.value, paymentUrl: null } };
    };
    const status: CollectionRail["status"] = async (query) => {
      const found = await naming.status(query);
      return found.kind === "pending" ? { ...found, paymentUrl: null } : found;
    };
    return railLike(world, { initiate, status });
  };

  const erase = (accountId: AccountId) =>
    identity.publish(AccountErased, accountId, { accountId, erasedAt: systemClock.now() });

  const isErased = async (accountId: AccountId) =>
    (await world.rows("select from erased_accounts where account_id = $1", accountId)).length === 1;

  const pagesOf = (paymentId: PaymentId) =>
    world.rows("select from payment_private where payment_id = $1", paymentId);
  const aloneOf = (paymentId: PaymentId) =>
    world.rows("select from payers_alone where payment_id = $1", paymentId);

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
    await erase(order.fact.accountId);
    await eventually("it is gone", async () => (await payerOf(order.paymentId)) === null);
  });

  it("knows its payer also where the provider's page never became known, and only there beside no page", async () => {
    const beside = await world.order("+2290166000002");
    await world.happened(beside, ...paid);
    await world.stopReplicas();
    await world.start({ rails: [withoutPages()] });
    const order = await world.order("+2290166000002");
    await world.happened(order, ...paid);
    const { paymentId } = order;
    expect(await pagesOf(paymentId)).toEqual([]);
    expect((await world.eventsOf(order)).at(-1)).toMatchObject({ isPayerNamed: true });
    expect(await payerOf(paymentId)).toBe(payerNumber);
    expect(await aloneOf(paymentId)).toHaveLength(1);
    expect(await payerOf(beside.paymentId)).toBe(payerNumber);
    expect(await aloneOf(beside.paymentId)).toEqual([]);
  });

  it("loses a payer who is known alone with the person who ordered, and gets none behind her erasure", async () => {
    const [order, late] = [await world.order("+2290166000002"), world.newOrder("+2290166000002")];
    await world.happened(order, ...paid);
    await erase(order.fact.accountId);
    await eventually("it is gone", async () => (await payerOf(order.paymentId)) === null);
    await erase(late.fact.accountId);
    await eventually("her erasure is known", () => isErased(late.fact.accountId));
    await world.publish(late);
    await world.happened(late, ...paid);
    expect(await payerOf(late.paymentId)).toBeNull();
  });

  it("loses a payer who is known alone again where a backup brought the row back", async () => {
    const order = await world.order("+2290166000002");
    await world.happened(order, ...paid);
    const { paymentId, fact } = order;
    await world.rows("create table of_before as select * from payers_alone");
    await erase(fact.accountId);
    await eventually("it is gone", async () => (await payerOf(paymentId)) === null);
    const back = "insert into payers_alone select * from of_before where payment_id = $1";
    await world.rows(back, paymentId);
    await erase(fact.accountId);
    await eventually("it is gone again", async () => (await payerOf(paymentId)) === null);
  });

  it("loses a payer who is known alone with the mark alone that the person is erased", async () => {
    const [order, other] = [
      await world.order("+2290166000002"),
      await world.order("+2290166000002"),
    ];
    await world.happened(order, ...paid);
    await world.happened(other, ...paid);
    const { accountId } = order.fact;
    await world.rows("insert into erased_accounts (account_id) values ($1)", accountId);
    await world.rows("delete from payment_private where account_id = $1", accountId);
    expect(await payerOf(order.paymentId)).toBeNull();
    expect(await payerOf(other.paymentId)).toBe(payerNumber);
  });
});

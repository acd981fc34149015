import { AccountErased } from "@sanu/contracts";
import { type AccountId, newId, systemClock } from "@sanu/kernel";
import { eventually, startFactSource } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createCollectionWorld } from "./collection.fixture.ts";

const initiated = ["PaymentRequested", "PaymentInitiated"] as const;

const world = await createCollectionWorld();
const identity = await startFactSource("identity", world.messaging);
await world.start();

afterAll(async () => {
  await identity.stop();
  await world.stop();
});

describe("the payments of an erased person", () => {
  const erase = async (accountId: AccountId) => {
    const data = { accountId, erasedAt: systemClock.now() };
    await identity.publish(AccountErased, accountId, data);
  };
  const isErased = async (accountId: string) =>
    (await world.rows("select from erased_accounts where account_id = $1", accountId)).length === 1;
  const pagesOf = (accountId: string) =>
    world.rows<{ payment_url: string }>(
      "select payment_url from payment_private where account_id = $1",
      accountId,
    );

  it("lose the page on which she could pay, once, and keep what was paid", async () => {
    // Who pays at once may have paid before the page is known.
    const order = await world.order("+2290166000002");
    const { accountId } = order.fact;
    await world.happened(order, ...initiated, "PaymentCompleted");
    const events = await world.eventsOf(order);
    expect(await pagesOf(accountId)).toHaveLength(1);

    await erase(accountId);
    await erase(accountId);
    await eventually("the page is gone", async () => (await pagesOf(accountId)).length === 0);
    expect(await world.eventsOf(order)).toEqual(events);
    const attempts = "select payload from attempts where subject_id = $1";
    expect(await world.rows(attempts, order.paymentId)).toEqual([{ payload: null }]);
  });

  it("keep no page that is told of behind the erasure", async () => {
    const order = world.newOrder("+2290166000007");
    const { accountId } = order.fact;
    await erase(accountId);
    await eventually("the erasure is known", () => isErased(accountId));
    await world.publish(order);
    await world.happened(order, ...initiated);
    expect(await pagesOf(accountId)).toEqual([]);
    expect(await isErased(newId())).toBe(false);
  });
});

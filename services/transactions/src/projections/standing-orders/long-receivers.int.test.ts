import { ListStandingOrders } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { afterAll, describe, expect, it } from "vitest";
import { placeStanding, standingEnv } from "../../standing-orders.fixture.ts";
import { startTransactions } from "../../transactions.fixture.ts";

const running = await startTransactions({ env: { ...standingEnv, STANDING_ORDERS_MAX: "100" } });
afterAll(() => running.stop());

describe("a person's orders in advance whose receivers are as long as may be", () => {
  it("are listed in pages that one message carries, each once", async () => {
    const accountId = newId<"AccountId">() as AccountId;
    const address = "bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?label=";
    // Letters of which each is six bytes in JSON.
    const receiver = address.padEnd(2_048, "\u0001");
    const placed: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      placed.push((await placeStanding(running, { accountId, receiver })).orderId);
    }
    const pageBehind = async (cursor: string | null) => {
      const asked = { accountId, limit: 100, cursor, status: null };
      const page = await running.request(ListStandingOrders, asked);
      if (page.kind !== "replied") throw new Error(JSON.stringify(page));
      return page.data;
    };
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const { orders, nextCursor } = await pageBehind(next);
      seen.push(...orders.map(({ id }) => id));
      next = nextCursor;
    } while (next !== null);
    expect(seen.toSorted()).toEqual(placed.toSorted());
  });
});

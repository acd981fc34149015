import { expect, it } from "vitest";
import { killerAt } from "./deaths.ts";
import type { NodeWorld } from "./node-world.ts";

/** Purchases whose payouts share a transaction. */
export function batches(world: NodeWorld): void {
  const { alice, bob } = world.network;

  it("pays three addresses by one transaction, though payouts is killed before it hears that it is published", async () => {
    const addresses = [await bob.newAddress(), await bob.newAddress(), await bob.newAddress()];
    let ids: readonly string[] = [];
    await killerAt(world)("payouts", /\/v2\/wallet\/tx$/, async () => {
      ids = await Promise.all(addresses.map((address) => world.buy(address, 50_000)));
    });
    await world.network.mine(6);

    for (const id of ids) await world.expectStatus(id, "COMPLETED");
    const { transactions } = await alice.call<{
      readonly transactions: readonly {
        readonly label: string;
        readonly dest_addresses: readonly string[];
      }[];
    }>("GET", "/v1/transactions");
    const paying = transactions.filter(({ dest_addresses: paid }) =>
      addresses.some((address) => paid.includes(address)),
    );
    expect(paying).toHaveLength(1);
    expect(paying[0]?.dest_addresses).toEqual(expect.arrayContaining(addresses));
    expect(paying[0]?.label).toMatch(/^sanu batch:/);
  });
}

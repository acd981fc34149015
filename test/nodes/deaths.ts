import { eventually } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { reconnected } from "./network.ts";
import { boughtSats, type NodeWorld } from "./node-world.ts";
import { newHoldInvoice, payInvoice, triesOf } from "./payer.ts";

/** Payouts is killed between an intent and the answer to it. */
export function deathsOfPayouts(world: NodeWorld): void {
  const { network, receivers } = world;
  const { alice, bob } = network;

  const killAt = killerAt(world);

  it("pays an invoice once, though payouts is killed before it hears the answer", async () => {
    let bought = { id: "", invoice: "" };
    await killAt("payouts", /\/v2\/router\/send/, async () => {
      bought = await world.buyToInvoice();
    });

    await world.expectStatus(bought.id, "COMPLETED");
    expect(await triesOf(alice, bought.invoice)).toEqual([`SUCCEEDED ${boughtSats}`]);
  });

  it("pays a Lightning address by one invoice, though payouts is killed before it hears the answer", async () => {
    let id = "";
    await killAt("payouts", /\/v2\/router\/send/, async () => {
      id = await world.buy(receivers.addressOf("dele"));
    });

    await world.expectStatus(id, "COMPLETED");
    const [invoice = "", ...others] = receivers.invoicesOf("dele");
    expect(await triesOf(alice, invoice)).toEqual([`SUCCEEDED ${boughtSats}`]);
    expect(others).toEqual([]);
  });

  it("pays an address once, though payouts is killed before it hears that its transaction is published", async () => {
    const address = await bob.newAddress();
    let id = "";
    await killAt("payouts", /\/v2\/wallet\/tx$/, async () => {
      id = await world.buy(address, 100_000);
    });
    await network.mine(6);

    await world.expectStatus(id, "COMPLETED");
  });
}

/** Payments is. */
export function deathsOfPayments(world: NodeWorld): void {
  const { bob } = world.network;
  const killAt = killerAt(world);

  describe.each([
    ["an invoice is made", /\/v2\/invoices\/hodl/],
    ["it is captured", /\/v2\/invoices\/settle/],
  ])("when %s", (_what, path) => {
    it("sells once, though payments is killed before it hears the answer", async () => {
      let sold = { id: "", invoice: "" };
      const paying: Promise<unknown>[] = [];
      await killAt("payments", path, async () => {
        if (path.source.includes("hodl")) {
          void world.sell().then((made) => {
            sold = made;
          });
          return;
        }
        sold = await world.sell();
        paying.push(payInvoice(bob, sold.invoice));
      });
      await eventually("the sale has its invoice", () => sold.invoice !== "");
      if (paying.length === 0) paying.push(payInvoice(bob, sold.invoice));

      await world.expectStatus(sold.id, "COMPLETED");
      expect(await Promise.all(paying)).toMatchObject([{ status: "SUCCEEDED" }]);
    });
  });
}

/** Our node is killed while it pays. */
export function deathOfNode({ network, ...world }: NodeWorld): void {
  const { alice, bob } = network;

  it("pays an invoice once, though our node is killed while its payment is under way", async () => {
    const { invoice, preimage, isHeld } = await newHoldInvoice(bob, boughtSats);
    const id = await world.buy(invoice);
    await eventually("the payment is under way", isHeld);

    await alice.kill();
    await alice.restart();
    await reconnected(network);
    await bob.call("POST", "/v2/invoices/settle", { preimage: preimage.toString("base64") });

    await world.expectStatus(id, "COMPLETED");
    expect(await triesOf(alice, invoice)).toEqual([`SUCCEEDED ${boughtSats}`]);
  });
}

/** Lets a call come to the node, kills the service before it hears the answer, and starts it again. */
export function killerAt({ proxy, system }: NodeWorld) {
  return async (service: "payments" | "payouts", path: RegExp, begin: () => Promise<void>) => {
    const gate = proxy.stopAt("behind", path);
    try {
      await begin();
      await gate.met;
      await system.program(service).kill();
    } finally {
      gate.open();
    }
    await system.program(service).restart();
  };
}

import { eventually } from "@sanu/testing";
import { expect, it } from "vitest";
import { soldSats } from "../e2e/sell.ts";
import { reconnected } from "./network.ts";
import type { NodeWorld } from "./node-world.ts";
import { payInvoice, paymentOf } from "./payer.ts";

/** Sales whose satoshis come from a real wallet. */
export function sales({ network, proxy, ...world }: NodeWorld): void {
  const { alice, bob } = network;

  const isHeld = async (invoice: string): Promise<boolean> => {
    const { payment_hash: hash } = await alice.call<{ readonly payment_hash: string }>(
      "GET",
      `/v1/payreq/${invoice}`,
    );
    const path = `/v1/invoice/${hash}`;
    return (await alice.call<{ readonly state: string }>("GET", path)).state === "ACCEPTED";
  };

  it("takes the satoshis of a sale and pays its francs", async () => {
    const { id, invoice } = await world.sell();

    const paid = await payInvoice(bob, invoice);

    await world.expectStatus(id, "COMPLETED");
    expect([paid.status, paid.value_sat]).toEqual(["SUCCEEDED", `${soldSats}`]);
  });

  it("takes held satoshis once, though the payer is killed while they are held", async () => {
    const gate = proxy.stopAt("before", /\/v1\/invoice\/|\/v2\/invoices\/(lookup|settle)/);
    const { id, invoice } = await world.sell();
    const dying = payInvoice(bob, invoice).catch(() => undefined);
    await eventually("the money is held", () => isHeld(invoice));

    await bob.kill();
    await dying;
    gate.open();
    await bob.restart();
    await reconnected(network);

    await world.expectStatus(id, "COMPLETED");
    const paid = async () => (await paymentOf(bob, invoice))?.status === "SUCCEEDED";
    await eventually("the payer knows it", paid, 60_000);
  });

  it("takes held satoshis once, though our node is killed while it holds them", async () => {
    const gate = proxy.stopAt("before", /\/v2\/invoices\/settle/);
    const { id, invoice } = await world.sell();
    const paying = payInvoice(bob, invoice);
    await eventually("the money is held", () => isHeld(invoice));

    await alice.kill();
    gate.open();
    await alice.restart();
    await reconnected(network);

    await world.expectStatus(id, "COMPLETED");
    expect((await paying).status).toBe("SUCCEEDED");
  });
}

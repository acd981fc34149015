import type { LightningNode } from "@sanu/local-stack";
import { eventually } from "@sanu/testing";
import { expect, it } from "vitest";
import { soldSats } from "../e2e/sell.ts";
import { reconnected } from "./network.ts";
import type { NodeWorld } from "./node-world.ts";
import { payPart } from "./part-payment.ts";
import { hashesUnderWay, payInvoice, paymentOf } from "./payer.ts";

/** Sales whose satoshis come from a real wallet. */
export function sales({ network, proxy, ...world }: NodeWorld): void {
  const { alice, bob } = network;

  it("takes the satoshis of a sale and pays its francs", async () => {
    const { id, invoice } = await world.sell();

    const paid = await payInvoice(bob, invoice);

    await world.expectStatus(id, "COMPLETED");
    expect([paid.status, paid.value_sat]).toEqual(["SUCCEEDED", `${soldSats}`]);
  });

  it("takes held satoshis once, though our node is killed while it holds them", async () => {
    const gate = proxy.stopAt("before", /\/v2\/invoices\/settle/);
    const { id, invoice } = await world.sell();
    const paying = payInvoice(bob, invoice);
    await eventually("the money is held", () => isHeld(alice, invoice));

    await alice.kill();
    gate.open();
    await alice.restart();
    await reconnected(network);

    await world.expectStatus(id, "COMPLETED");
    expect((await paying).status).toBe("SUCCEEDED");
  });
}

/** A sale of which the payer sends a part and never the rest. */
export function salesPaidInPart({ network, ...world }: NodeWorld): void {
  const { alice, bob } = network;

  it("takes nothing of a payer who sends half; the half is hers again when the order ends", async () => {
    const { id, invoice } = await world.sell();
    const sending = payPart(bob, invoice, soldSats / 2n);
    await eventually("the half is held", async () =>
      (await invoiceOf(alice, invoice)).htlcs.some(({ state }) => state === "ACCEPTED"),
    );
    expect((await invoiceOf(alice, invoice)).state).toBe("OPEN");

    await world.expectStatus(id, "FAILED");

    expect(await sending).toBe("FAILED");
    expect((await invoiceOf(alice, invoice)).state).toBe("CANCELED");
    expect(await hashesUnderWay(bob)).not.toContain(await hashOf(bob, invoice));
  });
}

/** Sales whose payer is killed. */
export function salesOfDyingPayers({ network, proxy, ...world }: NodeWorld): void {
  const { alice, bob, carol } = network;

  const payerKnows = async (invoice: string): Promise<void> => {
    const isPaid = async () => (await paymentOf(bob, invoice))?.status === "SUCCEEDED";
    await eventually("the payer knows that it has paid", isPaid, 60_000);
  };

  /** The payer dies, with its payment at least begun. */
  const diePaying = async (invoice: string, hasBegun: (hash: string) => Promise<boolean>) => {
    const hash = await hashOf(bob, invoice);
    const dying = payInvoice(bob, invoice).catch(() => undefined);
    await eventually("the payment has begun", () => hasBegun(hash));
    await bob.kill();
    await dying;
  };

  it("takes the satoshis once, though the payer is killed before our node holds them", async () => {
    const { id, invoice } = await world.sell();
    alice.pause();
    await diePaying(invoice, async (hash) => (await hashesUnderWay(bob)).has(hash));

    alice.resume();
    await world.expectStatus(id, "COMPLETED");
    await bob.restart();
    await reconnected(network);

    await payerKnows(invoice);
  });

  it("takes nothing of a payer who is killed before our node holds anything and comes back too late", async () => {
    const { id, invoice } = await world.sell();
    carol.pause();
    await diePaying(invoice, async () => (await paymentOf(bob, invoice))?.htlcs.length === 1);
    await world.expectStatus(id, "FAILED");
    carol.resume();
    await bob.restart();
    await reconnected(network);

    const later = await world.sell();
    await payInvoice(bob, later.invoice);

    // Behind a payment over the same channels the earlier one has been everywhere, too.
    await world.expectStatus(later.id, "COMPLETED");
    expect((await world.detail(id)).status).toBe("FAILED");
    expect((await paymentOf(bob, invoice))?.status).not.toBe("SUCCEEDED");
    expect((await invoiceOf(alice, invoice)).state).toBe("CANCELED");
  });

  it("takes held satoshis once, though the payer is killed while they are held", async () => {
    const gate = proxy.stopAt("before", /\/v1\/invoice\/|\/v2\/invoices\/(lookup|settle)/);
    const { id, invoice } = await world.sell();
    const dying = payInvoice(bob, invoice).catch(() => undefined);
    await eventually("the money is held", () => isHeld(alice, invoice));

    await bob.kill();
    await dying;
    gate.open();
    await bob.restart();
    await reconnected(network);

    await world.expectStatus(id, "COMPLETED");
    await payerKnows(invoice);
  });
}

async function hashOf(node: LightningNode, invoice: string): Promise<string> {
  const path = `/v1/payreq/${invoice}`;
  return (await node.call<{ readonly payment_hash: string }>("GET", path)).payment_hash;
}

interface OwnInvoice {
  readonly state: string;
  /** The parts that have come. */
  readonly htlcs: readonly { readonly state: string }[];
}

/** Where an invoice of a node's own stands. */
async function invoiceOf(node: LightningNode, invoice: string): Promise<OwnInvoice> {
  return node.call<OwnInvoice>("GET", `/v1/invoice/${await hashOf(node, invoice)}`);
}

async function isHeld(node: LightningNode, invoice: string): Promise<boolean> {
  return (await invoiceOf(node, invoice)).state === "ACCEPTED";
}

import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "@sanu/testing";
import { expect, it } from "vitest";
import { reconnected } from "./network.ts";
import type { NodeWorld } from "./node-world.ts";
import { boughtSats, windowMs } from "./node-world.ts";
import { newInvoice, paymentsOf, triesOf } from "./payer.ts";

/** Purchases that the node pays out. */
export function purchases({ network, receivers, ...world }: NodeWorld): void {
  const { alice, bob } = network;

  it("pays a purchase to the invoice of a wallet, of exactly its satoshis", async () => {
    const { id, invoice } = await world.buyToInvoice();

    await world.expectStatus(id, "COMPLETED");

    expect(await triesOf(alice, invoice)).toEqual([`SUCCEEDED ${boughtSats}`]);
  });

  it("pays a purchase to a Lightning address, by an invoice that its server wrote for it", async () => {
    const id = await world.buy(receivers.addressOf("awa"));

    await world.expectStatus(id, "COMPLETED");

    const [invoice = "", ...others] = receivers.invoicesOf("awa");
    expect(await triesOf(alice, invoice)).toEqual([`SUCCEEDED ${boughtSats}`]);
    expect(others).toEqual([]);
  });

  it("pays a purchase to an address once enough blocks lie on it, through a block that is taken back", async () => {
    const address = await bob.newAddress();
    const id = await world.buy(address, 100_000);
    await eventually("the transaction waits for its blocks", () => inMempool(network));
    await network.mine(1);

    await network.reorganise();
    expect((await world.detail(id)).status).toBe("PROCESSING");
    await network.mine(6);

    await world.expectStatus(id, "COMPLETED");
    const { transactions } = await bob.call<{
      readonly transactions: readonly { readonly dest_addresses: readonly string[] }[];
    }>("GET", "/v1/transactions");
    expect(transactions.filter((each) => each.dest_addresses.includes(address))).toHaveLength(1);
  });
}

/** Purchases that the node cannot pay out. */
export function purchasesGivenBack({ network, proxy, receivers, ...world }: NodeWorld): void {
  const { alice, bob } = network;

  it("gives the francs back where no route leads to the receiver", async () => {
    const invoice = await newInvoice(bob, boughtSats);
    await bob.kill();
    try {
      await world.expectStatus(await world.buy(invoice), "FAILED");
    } finally {
      await bob.restart();
      await reconnected(network);
    }

    expect(await triesOf(alice, invoice)).not.toContain(`SUCCEEDED ${boughtSats}`);
  });

  it("gives the francs back where the server of a Lightning address wants another amount", async () => {
    const before = await paymentsOf(alice);
    const id = await world.buy(receivers.addressOf("wrong-amount"));

    await world.expectStatus(id, "FAILED");

    expect(await paymentsOf(alice)).toHaveLength(before.length);
  });

  it("gives the francs back where every route costs more than the order may", async () => {
    const setFee = await feeSetter(network);
    await setFee(100_000);
    const { id, invoice } = await world.buyToInvoice();
    try {
      await world.expectStatus(id, "FAILED");
    } finally {
      await setFee(1);
    }

    expect(await triesOf(alice, invoice)).not.toContain(`SUCCEEDED ${boughtSats}`);
    await reconnected(network);
  });

  it("gives the francs back where the invoice expires before the node hears of it", async () => {
    const gate = proxy.stopAt("before", /\/v2\/router\/send/);
    const expiryMs = windowMs + 2_000;
    const { id, invoice } = await world.buyToInvoice({ expiry: String(expiryMs / 1_000) });
    await wait(expiryMs);
    gate.open();

    await world.expectStatus(id, "FAILED");

    expect(await triesOf(alice, invoice)).toEqual([]);
  });
}

/** Sets what the router takes for a payment to bob. */
async function feeSetter({ bob, carol }: NodeWorld["network"]) {
  const { channels } = await carol.call<{
    readonly channels: readonly {
      readonly remote_pubkey: string;
      readonly channel_point: string;
    }[];
  }>("GET", "/v1/channels");
  const toBob = await bob.publicKey();
  const [txid = "", output = "0"] =
    channels.find((each) => each.remote_pubkey === toBob)?.channel_point.split(":") ?? [];
  return (baseFeeSats: number) =>
    carol.call("POST", "/v1/chanpolicy", {
      chan_point: { funding_txid_str: txid, output_index: Number(output) },
      base_fee_msat: String(baseFeeSats * 1_000),
      fee_rate_ppm: 1,
      time_lock_delta: 80,
    });
}

async function inMempool({ chain }: NodeWorld["network"]): Promise<boolean> {
  return (await chain.call<readonly string[]>("getrawmempool")).length > 0;
}

import { eventually } from "@sanu/testing";
import { expect, it } from "vitest";
import type { NodeWorld } from "./node-world.ts";
import { boughtSats } from "./node-world.ts";
import { newInvoice, paymentsOf } from "./payer.ts";

/** Purchases that the node pays out, or cannot. */
export function purchases({ network, proxy, system, ...world }: NodeWorld): void {
  const { alice, bob, carol } = network;

  /** How often the node has paid an invoice, and how its last try ended. */
  const paidBy = async (invoice: string) => {
    const tries = (await paymentsOf(alice)).filter((each) => each.payment_request === invoice);
    return tries.map(({ status, value_sat }) => `${status} ${value_sat}`);
  };

  it("pays a purchase to the invoice of a wallet, of exactly its satoshis", async () => {
    const { id, invoice } = await world.buyToInvoice();

    await world.reaches(id, "COMPLETED");

    expect(await paidBy(invoice)).toEqual([`SUCCEEDED ${boughtSats}`]);
  });

  it("pays a purchase to an address once enough blocks lie on it, through a block that is taken back", async () => {
    const address = await bob.newAddress();
    const id = await world.buy(address, 100_000);
    await eventually("the transaction waits for its blocks", () => inMempool(network));
    await network.mine(1);

    await network.reorganise();
    expect((await world.detail(id)).status).toBe("PROCESSING");
    await network.mine(6);

    await world.reaches(id, "COMPLETED");
    const { transactions } = await bob.call<{
      readonly transactions: readonly { readonly dest_addresses: readonly string[] }[];
    }>("GET", "/v1/transactions");
    expect(transactions.filter((each) => each.dest_addresses.includes(address))).toHaveLength(1);
  });

  it("gives the francs back where no route leads to the receiver", async () => {
    const invoice = await newInvoice(bob, boughtSats);
    await bob.kill();
    try {
      await world.reaches(await world.buy(invoice), "FAILED");
    } finally {
      await bob.restart();
    }

    expect(await paidBy(invoice)).not.toContain(`SUCCEEDED ${boughtSats}`);
  });

  it("gives the francs back where every route costs more than the order may", async () => {
    const { channels } = await carol.call<{
      readonly channels: readonly {
        readonly remote_pubkey: string;
        readonly channel_point: string;
      }[];
    }>("GET", "/v1/channels");
    const toBob = await bob.publicKey();
    const [txid = "", output = "0"] =
      channels.find((each) => each.remote_pubkey === toBob)?.channel_point.split(":") ?? [];
    const setFee = (baseFeeSats: number) =>
      carol.call("POST", "/v1/chanpolicy", {
        chan_point: { funding_txid_str: txid, output_index: Number(output) },
        base_fee_msat: String(baseFeeSats * 1_000),
        fee_rate_ppm: 1,
        time_lock_delta: 80,
      });
    await setFee(100_000);
    const { id, invoice } = await world.buyToInvoice();
    try {
      await world.reaches(id, "FAILED");
    } finally {
      await setFee(1);
    }

    expect(await paidBy(invoice)).not.toContain(`SUCCEEDED ${boughtSats}`);
    await alice.call("POST", "/v2/router/mc/reset", {});
  });

  it("gives the francs back where the invoice has expired before it could be paid", async () => {
    await system.program("payouts").kill();
    const { id, invoice } = await world.buyToInvoice({ expiry: "20" });
    await new Promise((resolve) => setTimeout(resolve, 21_000));
    await system.program("payouts").restart();

    await world.reaches(id, "FAILED");

    expect(await paidBy(invoice)).toEqual([]);
  });
}

async function inMempool({ chain }: NodeWorld["network"]): Promise<boolean> {
  return (await chain.call<readonly string[]>("getrawmempool")).length > 0;
}

import { join } from "node:path";
import { findFreePort } from "@sanu/local-stack";
import { eventually } from "@sanu/testing";
import { afterAll, beforeAll, it } from "vitest";
import { type LdkNode, startLdkNode } from "./ldk-node.ts";
import { boughtSats, type NodeWorld } from "./node-world.ts";

const channelSats = 1_000_000n;
/** So much of the channel is at the other end from the beginning. */
const pushedMsat = 400_000_000n;
const fundedSats = 5_000_000;
const withinMs = 60_000;

/** Deals with a wallet of another implementation. */
export function ldk(program: string, { network, system, ...world }: NodeWorld): void {
  const { bob, carol, chain } = network;
  let dora: LdkNode;

  beforeAll(async () => {
    const folder = join(process.env["SANU_NODES_FOLDER"] ?? "", "dora");
    const peerPort = await findFreePort();
    dora = await startLdkNode({ program, folder, peerPort, chain });
    const order = { addr: await dora.newAddress(), amount: String(fundedSats), sat_per_vbyte: "5" };
    await bob.call("POST", "/v1/transactions", order);
    await network.mine(2);
    const hasMoney = async () => (await dora.sync()) > channelSats;
    await eventually("dora has money", hasMoney, withinMs);
    await dora.openChannel(carol, channelSats, pushedMsat);
    const isOffered = async () => (await chain.call<readonly string[]>("getrawmempool")).length > 0;
    await eventually("the channel is offered", isOffered, withinMs);
    await network.mine(8);
    const isUsable = async () => {
      await dora.sync();
      return (await dora.usableChannels()) > 0;
    };
    await eventually("the channel is usable", isUsable, withinMs);
  });

  afterAll(() => dora.stop());

  const expectEvent = (what: string, invoicesBefore: number) =>
    eventually(
      `dora hears of ${what}`,
      () => dora.events.slice(invoicesBefore).some((event) => event.startsWith(what)),
      withinMs,
    );

  it("takes the satoshis of a sale from it", async () => {
    const { id, invoice } = await world.sell();
    const before = dora.events.length;

    await dora.pay(invoice);

    await world.expectStatus(id, "COMPLETED");
    await expectEvent("PaymentSuccessful", before);
  });

  it("lets its satoshis go when the francs cannot be paid", async () => {
    await system.program("payouts").kill();
    const { id, invoice } = await world.sell();
    const before = dora.events.length;

    await dora.pay(invoice);

    await world.expectStatus(id, "FAILED");
    await expectEvent("PaymentFailed", before);
    await system.program("payouts").restart();
  });

  it("pays a purchase to it", async () => {
    const before = dora.events.length;
    const id = await world.buy(await dora.newInvoice(boughtSats));

    await world.expectStatus(id, "COMPLETED");

    await expectEvent("PaymentReceived", before);
  });
}

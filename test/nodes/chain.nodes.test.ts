import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sats } from "@sanu/kernel";
import {
  nodeSettings,
  type PreparedSend,
  readReceiver,
  type SendOrder,
  type SendStatus,
} from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { reconnected, sharedNetwork } from "./network.ts";

const network = await sharedNetwork();
await reconnected(network);
// Not our node: what happens on it belongs to nobody's books.
const { carol: node, bob, chain } = network;
const amountSats = sats(50_000n);
const feeLimitSats = sats(20_000n);

const { nodes } = nodeSettings({ send: "SEND" }).parse({
  SEND: "lnd",
  LND_URL: node.url,
  LND_TLS_CERTIFICATE: readFileSync(node.certificateFile, "utf8"),
  LND_MACAROON: node.macaroonFile,
  LND_NETWORK: "regtest",
  LND_CONFIRMATIONS: "0=3",
});
const [rail] = nodes.send.open({ callTimeoutMs: 5_000 });
afterAll(() => rail.close());

async function orderToBob(): Promise<SendOrder> {
  const reading = readReceiver(await bob.newAddress(), "regtest");
  if (reading.kind === "refused") throw new Error(`Not an address: ${reading.code}`);
  return { key: randomUUID(), destination: reading.receiver, amountSats, feeLimitSats };
}

const sent = (prepared: PreparedSend) => rail.send({ prepared, amountSats, feeLimitSats });
const hastened = (prepared: PreparedSend) => rail.hasten?.({ prepared, amountSats, feeLimitSats });
const statusOf = ({ naturalKey, payload }: PreparedSend) => rail.status(naturalKey, payload);
const waiting = () => chain.call<readonly string[]>("getrawmempool");

function settledFeeOf(status: SendStatus): bigint {
  if (status.kind !== "settled") throw new Error(`It is ${status.kind}`);
  return status.feeSats;
}

/** What the wallet paid in fees for everything in the blocks above a height. */
async function feesAbove(height: number): Promise<bigint> {
  type Listed = { readonly transactions: readonly { readonly total_fees: string }[] };
  const path = `/v1/transactions?start_height=${height + 1}&end_height=-1`;
  const { transactions } = await node.call<Listed>("GET", path);
  return transactions.reduce((sum, { total_fees: fees }) => sum + BigInt(fees), 0n);
}

it("hastens a payout that waits by a child that pays for both, within the order's limit", async () => {
  const height = await chain.height();
  const prepared = await rail.prepare(await orderToBob());
  if (prepared.kind !== "accepted") throw new Error(`Not prepared: ${prepared.kind}`);
  expect((await sent(prepared.value)).kind).toBe("accepted");
  const before = (await waiting()).length;

  expect(await hastened(prepared.value)).toEqual({ kind: "accepted", value: null });
  await eventually("a child waits, too", async () => (await waiting()).length > before);
  await network.mine(3);

  const feeSats = settledFeeOf(await statusOf(prepared.value));
  expect(feeSats).toBe(await feesAbove(height));
  expect(feeSats).toBeLessThanOrEqual(feeLimitSats);
});

it("divides what a batch and its child cost among all whom it pays, through a block that is taken back", async () => {
  const height = await chain.height();
  const orders = [await orderToBob(), await orderToBob(), await orderToBob()];
  const batch = await rail.prepareBatch?.(orders);
  if (batch?.kind !== "accepted") throw new Error(`Not prepared: ${batch?.kind}`);
  for (const prepared of batch.value) {
    expect((await sent(prepared)).kind).toBe("accepted");
    expect(await hastened(prepared)).toEqual({ kind: "accepted", value: null });
  }
  await eventually("it waits with one child", async () => (await waiting()).length === 2);

  await network.mine(1);
  await network.reorganise();
  for (const one of batch.value) expect((await statusOf(one)).kind).toBe("in-flight");
  await network.mine(1);

  const fees = await Promise.all(batch.value.map(async (one) => settledFeeOf(await statusOf(one))));
  expect(fees.reduce((sum, fee) => sum + fee, 0n)).toBe(await feesAbove(height));
});

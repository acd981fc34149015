import { sats } from "@sanu/kernel";
import type { NodeLiquidity } from "@sanu/rails";
import { expect, it } from "vitest";
import { observeFloats } from "./observe-floats.ts";

const node = { account: "node", outboundSats: sats(60n), confirmedSats: sats(0n) } as const;
const observed = (said: NodeLiquidity) =>
  observeFloats({
    disburse: [],
    send: [
      { provider: "lnd", liquidity: async () => ({ kind: "liquidity", nodes: [said] }) },
      { provider: "away", liquidity: async () => ({ kind: "unknown", cause: "no-response" }) },
    ],
  });

it("says of a node what could be sent, and what is ours where that is more", async () => {
  const about = { account: "lnd/node", channels: null } as const;
  const ofSats = (amount: bigint) => ({ currency: "SATS", amountSats: sats(amount) });
  expect(await observed(node)).toEqual([
    { ...about, rail: "lightning", available: ofSats(60n) },
    { ...about, rail: "onchain", available: ofSats(0n) },
  ]);
  const held = { channelsSats: sats(70n), walletSats: sats(9_000n) };
  expect(await observed({ ...node, held })).toEqual([
    { ...about, rail: "lightning", available: ofSats(60n), held: ofSats(70n) },
    { ...about, rail: "onchain", available: ofSats(0n), held: ofSats(9_000n) },
  ]);
});

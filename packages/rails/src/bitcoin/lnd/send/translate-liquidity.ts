import { sats } from "@sanu/kernel";
import { z } from "zod";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { LiquidityReading } from "../../../ports/float-reading.ts";
import { type LndAnswer, unknownRefusal } from "../answer.ts";
import { SatsText, satsWithin } from "../units.ts";

const Channels = z.object({
  channels: z.array(
    z.object({
      active: z.boolean(),
      local_balance: SatsText,
      local_chan_reserve_sat: SatsText,
    }),
  ),
});
const Wallet = z.object({
  total_balance: SatsText,
  confirmed_balance: SatsText,
  reserved_balance_anchor_chan: SatsText,
});

/**
 * What open channels could send, without what their peers make us keep; and confirmed coins, without those put aside for
 * transactions (the node counts them apart) or kept for closing channels. Ours are all channels, whether their peer is there or not, and
 * change that is in no block yet.
 */
export function readLiquidity(channels: LndAnswer, wallet: LndAnswer): LiquidityReading {
  if (channels.kind !== "answer") return unknownRefusal(channels);
  if (wallet.kind !== "answer") return unknownRefusal(wallet);
  const open = Channels.safeParse(channels.json).data;
  const held = Wallet.safeParse(wallet.json).data;
  if (open === undefined || held === undefined) return unknownBecause("unexpected-response");
  const spendable = open.channels
    .filter(({ active }) => active)
    .map((channel) => aboveZero(channel.local_balance - channel.local_chan_reserve_sat));
  // What can be sent is a part of it.
  const channelsSats = satsWithin(sumOf(open.channels.map((channel) => channel.local_balance)));
  if (channelsSats === undefined) return unknownBecause("unexpected-response");
  const outboundSats = sats(sumOf(spendable));
  const { confirmed_balance: confirmed, reserved_balance_anchor_chan: kept } = held;
  const confirmedSats = sats(aboveZero(confirmed - kept));
  const ours = { channelsSats, walletSats: held.total_balance };
  const node = { account: "node", outboundSats, confirmedSats, held: ours };
  return { kind: "liquidity", nodes: [node] };
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, each) => total + each, 0n);
}

function aboveZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

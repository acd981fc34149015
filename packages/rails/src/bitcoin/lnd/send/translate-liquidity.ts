import { sats } from "@sanu/kernel";
import { z } from "zod";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { LiquidityReading } from "../../../ports/float-reading.ts";
import { type LndAnswer, unknownRefusal } from "../answer.ts";
import { WholeText } from "../units.ts";

const Channels = z.object({
  channels: z.array(
    z.object({
      active: z.boolean(),
      local_balance: WholeText,
      local_chan_reserve_sat: WholeText,
    }),
  ),
});
const Wallet = z.object({
  confirmed_balance: WholeText,
  reserved_balance_anchor_chan: WholeText,
});

/**
 * What open channels could send, without what their peers make us keep; and confirmed coins, without those put aside for
 * transactions (the node counts them apart) or kept for closing channels.
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
  const outboundSats = sats(spendable.reduce((total, each) => total + each, 0n));
  const { confirmed_balance: confirmed, reserved_balance_anchor_chan: kept } = held;
  const confirmedSats = sats(aboveZero(confirmed - kept));
  return { kind: "liquidity", nodes: [{ account: "node", outboundSats, confirmedSats }] };
}

function aboveZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

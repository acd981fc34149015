import type { Money, PayoutRail } from "@sanu/contracts";
import type { DisburseRail, FloatReading, LiquidityReading, SendRail } from "@sanu/rails";

/** What one float held when its provider was asked. */
export interface ObservedFloat {
  readonly rail: PayoutRail;
  readonly account: string;
  readonly channels: readonly string[] | null;
  readonly available: Money;
  /** All that is ours there; absent where it is the same. */
  readonly held?: Money;
}

export interface ObservedRails {
  readonly disburse: readonly Pick<DisburseRail, "provider" | "floats">[];
  readonly send: readonly Pick<SendRail, "provider" | "liquidity">[];
}

/** Asks all rails at once. A rail that says nothing that can be read has no floats this time. */
export async function observeFloats(rails: ObservedRails): Promise<readonly ObservedFloat[]> {
  const { disburse, send } = rails;
  const [gateways, nodes] = await Promise.all([
    Promise.all(disburse.map(async (rail) => ofGateway(rail.provider, await rail.floats()))),
    Promise.all(send.map(async (rail) => ofNodes(rail.provider, await rail.liquidity()))),
  ]);
  return [...gateways.flat(), ...nodes.flat()];
}

function ofGateway(provider: string, reading: FloatReading): readonly ObservedFloat[] {
  if (reading.kind !== "floats") return [];
  return reading.floats.map(({ account, channels, availableXof: amountXof }) => ({
    rail: "disbursement",
    account: `${provider}/${account}`,
    channels,
    available: { currency: "XOF", amountXof },
  }));
}

function ofNodes(provider: string, reading: LiquidityReading): readonly ObservedFloat[] {
  if (reading.kind !== "liquidity") return [];
  return reading.nodes.flatMap(({ account: name, outboundSats, confirmedSats, held }) => {
    const node = { account: `${provider}/${name}`, channels: null };
    const sats = (amountSats: typeof outboundSats) => ({ currency: "SATS", amountSats }) as const;
    const inChannels = held && { held: sats(held.channelsSats) };
    const onChain = held && { held: sats(held.walletSats) };
    return [
      { ...node, rail: "lightning", available: sats(outboundSats), ...inChannels },
      { ...node, rail: "onchain", available: sats(confirmedSats), ...onChain },
    ] as const;
  });
}

import type { Sats, Xof } from "@sanu/kernel";
import type { Unknown } from "./call-outcome.ts";

/** One account of ours at a gateway. What is on its way out is no part of it any more. */
export interface AccountFloat {
  /** The same name for ever. */
  readonly account: string;
  /** The channels that are paid from it; null where all are. */
  readonly channels: readonly string[] | null;
  readonly availableXof: Xof;
}

/** One node of ours. What is in flight is no part of either. */
export interface NodeLiquidity {
  readonly account: string;
  /** What its channels could send now, all of them together. */
  readonly outboundSats: Sats;
  /** What its wallet could spend on chain now: confirmed coins only. */
  readonly confirmedSats: Sats;
  /** All that is ours there; absent where it is what could be sent. */
  readonly held?: HeldLiquidity;
}

/** What a peer that is away, a block that is not there yet, or a reserve keeps from being sent is ours all the same. */
export interface HeldLiquidity {
  readonly channelsSats: Sats;
  readonly walletSats: Sats;
}

export type FloatReading =
  | { readonly kind: "floats"; readonly floats: readonly AccountFloat[] }
  | Unknown;

export type LiquidityReading =
  | { readonly kind: "liquidity"; readonly nodes: readonly NodeLiquidity[] }
  | Unknown;

/** What its channels could receive now, all of them together. */
export type InboundReading = { readonly kind: "inbound"; readonly inboundSats: Sats } | Unknown;

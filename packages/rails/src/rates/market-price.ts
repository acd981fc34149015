import type { Instant } from "@sanu/kernel";
import { type CallOutcome, unknownBecause } from "../ports/call-outcome.ts";
import type { MarketPrice, RateFeedFailure } from "../ports/rate-feed.ts";
import { type ScaledEuros, xofOfEuros } from "./euro-price.ts";

export type MarketResponse = CallOutcome<MarketPrice, RateFeedFailure>;

/** The answer that a middle in euros makes; a price that cannot be one is no answer. */
export function marketPrice(
  euros: ScaledEuros | undefined,
  statedAt: Instant | null = null,
): MarketResponse {
  const midXofPerBtc = euros === undefined ? undefined : xofOfEuros(euros);
  if (midXofPerBtc === undefined) return unknownBecause("unexpected-response");
  return { kind: "accepted", value: { midXofPerBtc, statedAt } };
}

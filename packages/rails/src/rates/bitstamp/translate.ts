import { instantOfEpochMs } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { EuroPrice, middleOf } from "../euro-price.ts";
import { type MarketResponse, marketPrice } from "../market-price.ts";

const Timestamp = z
  .string()
  .regex(/^[1-9]\d{8,10}$/)
  .transform((text) => instantOfEpochMs(Number(text) * 1_000));
const Ticker = z.object({ bid: EuroPrice, ask: EuroPrice, timestamp: Timestamp });
const Refusal = z.object({ status: z.literal("error") });

/** The one market that says when its price was so. */
export function readBitstamp(response: ProviderResponse): MarketResponse {
  if (response.kind !== "response") return unknownResponse(response);
  if (response.status === 404 && Refusal.safeParse(response.json).success) {
    return { kind: "rejected", reason: "unknown-market" };
  }
  const ticker = response.status === 200 ? Ticker.safeParse(response.json) : undefined;
  if (!ticker?.success) return unknownResponse(response);
  const { bid, ask, timestamp } = ticker.data;
  return marketPrice(middleOf(bid, ask), timestamp);
}

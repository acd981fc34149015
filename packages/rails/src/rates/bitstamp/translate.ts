import { instantOfEpochMs } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderAnswer } from "../../http/provider-http.ts";
import { unknownAnswer } from "../../http/unknown-response.ts";
import { EuroPrice, middleOf } from "../euro-price.ts";
import { type MarketAnswer, marketPrice } from "../market-price.ts";

/** Seconds since 1970. */
const Timestamp = z
  .string()
  .regex(/^[1-9]\d{8,10}$/)
  .transform((text) => instantOfEpochMs(Number(text) * 1_000));
const Ticker = z.object({ bid: EuroPrice, ask: EuroPrice, timestamp: Timestamp });
const Refusal = z.object({ status: z.literal("error") });

/** The one market that says when its price was so. */
export function readBitstamp(answer: ProviderAnswer): MarketAnswer {
  if (answer.kind !== "answer") return unknownAnswer(answer);
  if (answer.status === 404 && Refusal.safeParse(answer.json).success) {
    return { kind: "rejected", reason: "unknown-market" };
  }
  const ticker = answer.status === 200 ? Ticker.safeParse(answer.json) : undefined;
  if (!ticker?.success) return unknownAnswer(answer);
  const { bid, ask, timestamp } = ticker.data;
  return marketPrice(middleOf(bid, ask), timestamp);
}

import { z } from "zod";
import type { ProviderAnswer } from "../../http/provider-http.ts";
import { unknownAnswer } from "../../http/unknown-response.ts";
import { EuroPrice } from "../euro-price.ts";
import { type MarketAnswer, marketPrice } from "../market-price.ts";

const Spot = z.object({
  data: z.object({ amount: EuroPrice, base: z.literal("BTC"), currency: z.literal("EUR") }),
});
const Refusal = z.object({
  errors: z.tuple([z.object({ id: z.literal("not_found") })]).rest(z.unknown()),
});

/** The spot price, which names both of its currencies. */
export function readCoinbase(answer: ProviderAnswer): MarketAnswer {
  if (answer.kind !== "answer") return unknownAnswer(answer);
  if (answer.status === 404 && Refusal.safeParse(answer.json).success) {
    return { kind: "rejected", reason: "unknown-market" };
  }
  const spot = answer.status === 200 ? Spot.safeParse(answer.json) : undefined;
  return spot?.success ? marketPrice(spot.data.data.amount) : unknownAnswer(answer);
}

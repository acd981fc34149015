import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { EuroPrice } from "../euro-price.ts";
import { type MarketResponse, marketPrice } from "../market-price.ts";

const Spot = z.object({
  data: z.object({ amount: EuroPrice, base: z.literal("BTC"), currency: z.literal("EUR") }),
});
const Refusal = z.object({
  errors: z.tuple([z.object({ id: z.literal("not_found") })]).rest(z.unknown()),
});

export function readCoinbase(response: ProviderResponse): MarketResponse {
  if (response.kind !== "response") return unknownResponse(response);
  if (response.status === 404 && Refusal.safeParse(response.json).success) {
    return { kind: "rejected", reason: "unknown-market" };
  }
  const spot = response.status === 200 ? Spot.safeParse(response.json) : undefined;
  return spot?.success ? marketPrice(spot.data.data.amount) : unknownResponse(response);
}

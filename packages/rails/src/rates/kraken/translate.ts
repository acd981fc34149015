import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import { EuroPrice, middleOf } from "../euro-price.ts";
import { type MarketResponse, marketPrice } from "../market-price.ts";

/** Price, then lots; the lots do not matter. */
const Level = z.tuple([EuroPrice]).rest(z.unknown());
const Ticker = z.object({
  error: z.tuple([]),
  result: z.object({ XXBTZEUR: z.object({ a: Level, b: Level }) }),
});
const Failed = z.object({ error: z.tuple([z.string()]).rest(z.string()) });

/** Kraken answers errors with 200 as well, in a list that is empty where all is well. */
export function readKraken(response: ProviderResponse): MarketResponse {
  if (response.kind !== "response" || response.status !== 200) return unknownResponse(response);
  const failed = Failed.safeParse(response.json);
  if (failed.success) return outcomeOf(failed.data.error[0]);
  const ticker = Ticker.safeParse(response.json);
  if (!ticker.success) return unknownResponse(response);
  const { a, b } = ticker.data.result.XXBTZEUR;
  return marketPrice(middleOf(b[0], a[0]));
}

function outcomeOf(error: string): MarketResponse {
  if (error === "EQuery:Unknown asset pair") return { kind: "rejected", reason: "unknown-market" };
  return unknownBecause(/rate limit|too many/i.test(error) ? "provider-busy" : "provider-fault");
}

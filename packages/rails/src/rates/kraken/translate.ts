import { z } from "zod";
import type { ProviderAnswer } from "../../http/provider-http.ts";
import { unknownAnswer } from "../../http/unknown-response.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import { EuroPrice, middleOf } from "../euro-price.ts";
import { type MarketAnswer, marketPrice } from "../market-price.ts";

/** Price, then lots; the lots do not matter. */
const Level = z.tuple([EuroPrice]).rest(z.unknown());
const Ticker = z.object({
  error: z.tuple([]),
  result: z.object({ XXBTZEUR: z.object({ a: Level, b: Level }) }),
});
const Failed = z.object({ error: z.tuple([z.string()]).rest(z.string()) });

/** Kraken answers errors with 200 as well, in a list that is empty where all is well. */
export function readKraken(answer: ProviderAnswer): MarketAnswer {
  if (answer.kind !== "answer" || answer.status !== 200) return unknownAnswer(answer);
  const failed = Failed.safeParse(answer.json);
  if (failed.success) return outcomeOf(failed.data.error[0]);
  const ticker = Ticker.safeParse(answer.json);
  if (!ticker.success) return unknownAnswer(answer);
  const { a, b } = ticker.data.result.XXBTZEUR;
  return marketPrice(middleOf(b[0], a[0]));
}

function outcomeOf(error: string): MarketAnswer {
  if (error === "EQuery:Unknown asset pair") return { kind: "rejected", reason: "unknown-market" };
  return unknownBecause(/rate limit|too many/i.test(error) ? "provider-busy" : "provider-fault");
}

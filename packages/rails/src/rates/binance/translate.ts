import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import { EuroPrice, middleOf } from "../euro-price.ts";
import { type MarketResponse, marketPrice } from "../market-price.ts";

const Book = z.object({ symbol: z.literal("BTCEUR"), bidPrice: EuroPrice, askPrice: EuroPrice });
/** Invalid symbol. */
const Refusal = z.object({ code: z.literal(-1_121) });

/** 418 is Binance's word for somebody who went on after 429. */
const bannedStatus = 418;

/** The best bid and ask. A market that is halted has zeros there, which are no price. */
export function readBinance(response: ProviderResponse): MarketResponse {
  if (response.kind !== "response") return unknownResponse(response);
  if (response.status === 400 && Refusal.safeParse(response.json).success) {
    return { kind: "rejected", reason: "unknown-market" };
  }
  if (response.status === bannedStatus) return unknownBecause("provider-busy");
  const book = response.status === 200 ? Book.safeParse(response.json) : undefined;
  if (!book?.success) return unknownResponse(response);
  return marketPrice(middleOf(book.data.bidPrice, book.data.askPrice));
}

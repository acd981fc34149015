import { z } from "zod";
import type { ProviderAnswer } from "../../http/provider-http.ts";
import { unknownAnswer } from "../../http/unknown-response.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import { EuroPrice, middleOf } from "../euro-price.ts";
import { type MarketAnswer, marketPrice } from "../market-price.ts";

const Book = z.object({ symbol: z.literal("BTCEUR"), bidPrice: EuroPrice, askPrice: EuroPrice });
/** Invalid symbol. */
const Refusal = z.object({ code: z.literal(-1_121) });

/** 418 is Binance's word for somebody who went on after 429. */
const bannedStatus = 418;

/** The best bid and ask. A market that is halted has zeros there, which are no price. */
export function readBinance(answer: ProviderAnswer): MarketAnswer {
  if (answer.kind !== "answer") return unknownAnswer(answer);
  if (answer.status === 400 && Refusal.safeParse(answer.json).success) {
    return { kind: "rejected", reason: "unknown-market" };
  }
  if (answer.status === bannedStatus) return unknownBecause("provider-busy");
  const book = answer.status === 200 ? Book.safeParse(answer.json) : undefined;
  if (!book?.success) return unknownAnswer(answer);
  return marketPrice(middleOf(book.data.bidPrice, book.data.askPrice));
}

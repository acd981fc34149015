import { moneyShapes } from "@sanu/kernel";
import { z } from "zod";

const TimestampText = z.string().describe("ISO 8601 UTC, six fractional digits, Z");
const WholeRate = z.int().min(1);

/** GET /api/v1/rates: whole XOF for one bitcoin. */
export const RatesView = z.object({
  buy: WholeRate.describe("At which people buy: the middle and the exchange's spread"),
  sell: WholeRate.describe("At which people sell"),
  mid: WholeRate,
  as_of: TimestampText,
  valid_until: TimestampText.describe("Until when it counts, should nothing newer come"),
});
export type RatesView = z.infer<typeof RatesView>;

export const PastRateView = z.object({
  buy: WholeRate,
  sell: WholeRate,
  mid: WholeRate,
  from: TimestampText,
  until: TimestampText.describe("When it was last the rate"),
});
export type PastRateView = z.infer<typeof PastRateView>;

export const RateRulesView = z.object({
  spread_buy: z.int().min(0).max(9_999).describe("Basis points"),
  spread_sell: z.int().min(0).max(9_999).describe("Basis points"),
  manual_rate: WholeRate.nullable().describe("The middle instead of the markets'"),
  manual_until: TimestampText.nullable(),
  frozen: z.boolean(),
});
export type RateRulesView = z.infer<typeof RateRulesView>;

/** What a quote holds of the fees: all are inside the rate, and none comes on top. */
export const QuoteFeeView = z.object({
  kind: z.enum(["spread", "network"]),
  amount: z.int().min(0).describe("Whole XOF"),
  currency_code: z.literal("XOF"),
  included: z.literal(true),
});
export type QuoteFeeView = z.infer<typeof QuoteFeeView>;

/** POST /api/v1/quotes: both amounts and the rate, which hold until `expires_at`. */
export const QuoteView = z.object({
  id: z.uuid(),
  type: z.enum(["BUY_BITCOIN", "SELL_BITCOIN"]),
  amount: z.int().min(1).describe("Whole XOF"),
  currency_code: z.literal("XOF"),
  amount_sats: z.string().regex(moneyShapes.sats),
  exchange_rate: WholeRate,
  fees: z.array(QuoteFeeView),
  created_at: TimestampText,
  expires_at: TimestampText,
});
export type QuoteView = z.infer<typeof QuoteView>;

export const QuoteResponse = z.object({
  success: z.literal(true),
  data: z.object({ quote: QuoteView }),
});
export type QuoteResponse = z.infer<typeof QuoteResponse>;

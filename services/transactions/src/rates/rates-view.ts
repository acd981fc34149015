import type { RateRulesView, RatesView } from "@sanu/contracts";
import type { BoardRow } from "./board-statements.ts";
import type { TrustedRate } from "./prices.ts";
import type { RateBoard } from "./rate-board.ts";

/** The rates as everybody sees them. */
export function ratesView(trusted: TrustedRate): RatesView {
  return {
    buy: Number(trusted.buyXofPerBtc),
    sell: Number(trusted.sellXofPerBtc),
    mid: Number(trusted.midXofPerBtc),
    as_of: trusted.asOf,
    valid_until: trusted.validUntil,
  };
}

/** What counts besides the market, as administrators see it; a manual rate that is over does not. */
export function rulesView(row: BoardRow, spread: ReturnType<RateBoard["spread"]>): RateRulesView {
  const isManual = row.manual_xof_per_btc !== null && (row.manual_left_ms ?? 0) > 0;
  return {
    spread_buy: Number(spread.buy),
    spread_sell: Number(spread.sell),
    manual_rate: isManual ? Number(row.manual_xof_per_btc) : null,
    manual_until: isManual ? row.manual_until : null,
    frozen: row.is_frozen,
  };
}

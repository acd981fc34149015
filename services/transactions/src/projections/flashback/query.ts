import type { FlashbackView, Language } from "@sanu/contracts";
import { type AccountId, type CalendarDay, formatSats, isoMonthOf } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { monthText } from "../../calendar/dates.ts";
import { streakDays, streakText } from "./streak.ts";
import type { FlashbackRow } from "./table.ts";

/** A hundred years: every month of a person is read, because a streak can reach back over all of them. */
const flashbackMonthsMax = 1_200;

const rowsText = `
select month, transactions_count, bought_xof, sold_sats, volume_xof, days_mask
from flashback where account_id = $1 order by month desc limit $2`;

/** What a person completed in a month (the present one when null), and the streak up to today. */
export async function readFlashback(
  database: Pick<Database, "query">,
  of: { readonly accountId: AccountId; readonly month: string | null },
  as: { readonly today: CalendarDay; readonly language: Language },
): Promise<FlashbackView> {
  const rows = await database.query<Omit<FlashbackRow, "account_id" | "bought_sats">>(
    CompiledQuery.raw(rowsText, [of.accountId, flashbackMonthsMax]),
  );
  const month = of.month ?? isoMonthOf(as.today);
  const row = rows.find((one) => one.month === month);
  const masks = new Map(rows.map((one) => [one.month, one.days_mask]));
  return {
    total_transactions: row?.transactions_count ?? 0,
    total_buy: Number(row?.bought_xof ?? 0n),
    total_sell: formatSats(row?.sold_sats ?? 0n),
    streak: streakText(streakDays(masks, as.today), as.language),
    date_month: monthText(month, as.language),
    volume: `${row?.volume_xof ?? 0n}`,
  };
}

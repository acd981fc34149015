import type { AccountId } from "@sanu/kernel";

/** What a person completed in one month of the business calendar. */
export interface FlashbackRow {
  readonly account_id: AccountId;
  /** `2026-11` */
  readonly month: string;
  readonly transactions_count: number;
  readonly bought_xof: bigint;
  readonly sold_sats: bigint;
  readonly volume_xof: bigint;
  /** Bit n - 1 stands for day n of the month. */
  readonly days_mask: number;
  readonly bought_sats: bigint;
}

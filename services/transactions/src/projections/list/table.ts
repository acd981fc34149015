import type { TransactionStatus, TransactionType } from "@sanu/contracts";
import type { AccountId, Instant, Sats, TransactionId, Xof, XofPerBtc } from "@sanu/kernel";

export interface ListRow {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly reference: string;
  readonly transaction_type: TransactionType;
  readonly amount_xof: Xof;
  readonly amount_sats: Sats;
  readonly rate_xof_per_btc: XofPerBtc;
  readonly status: TransactionStatus;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const listColumns = [
  "transaction_id",
  "account_id",
  "reference",
  "transaction_type",
  "amount_xof",
  "amount_sats",
  "rate_xof_per_btc",
  "status",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof ListRow)[];

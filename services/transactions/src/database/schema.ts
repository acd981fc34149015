import type { AccountId, Instant, TransactionId } from "@sanu/kernel";
import type { DetailRow } from "../projections/detail/table.ts";
import type { FlashbackRow } from "../projections/flashback/table.ts";
import type { ListRow } from "../projections/list/table.ts";
import type { MonitoringRow } from "../projections/monitoring/table.ts";

/** Who receives and who pays; erased with the person. */
export interface TransactionPrivateTable {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  /** Canonical: what is sent to and what the HMAC names; null in a sale without a place for a refund. */
  readonly receiver: string | null;
  /** As the person wrote it: what answers show. */
  readonly receiver_given: string;
  readonly receiver_masked: string;
  /** E.164 */
  readonly number: string;
  readonly page_token: string;
  /** The provider's page; null until it is known and where there is none. */
  readonly payment_url: string | null;
  /** The BOLT 11 invoice of a sale; null until it is known and in a purchase. */
  readonly invoice: string | null;
  /** The invoice that the seller gave for the return of her sats. */
  readonly refund_invoice: string | null;
  readonly linked_at: Instant | null;
}

/** The key under which a person's destinations are named in events; erased with the person. */
export interface PersonKeysTable {
  readonly account_id: AccountId;
  readonly key: Uint8Array;
}

/** What a person may still spend in a month: a guard, changed with the events and never rebuilt. */
export interface AllowancesTable {
  readonly account_id: AccountId;
  readonly month: string;
  readonly reserved_xof: bigint;
  readonly used_xof: bigint;
}

export interface TransactionsTables {
  readonly transaction_list: ListRow;
  readonly transaction_detail: DetailRow;
  readonly flashback: FlashbackRow;
  readonly transaction_monitoring: MonitoringRow;
  readonly transaction_private: TransactionPrivateTable;
  readonly person_keys: PersonKeysTable;
  readonly allowances: AllowancesTable;
}

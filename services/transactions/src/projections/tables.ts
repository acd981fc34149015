import type { TransactionPrivateTable } from "../personal-data/private-row.ts";
import type { DetailRow } from "./detail/table.ts";
import type { FlashbackRow } from "./flashback/table.ts";
import type { ListRow } from "./list/table.ts";
import type { MonitoringRow } from "./monitoring/table.ts";

/** What the query builder knows of; every other statement is written out. */
export interface TransactionsTables {
  readonly transaction_list: ListRow;
  readonly transaction_detail: DetailRow;
  readonly flashback: FlashbackRow;
  readonly transaction_monitoring: MonitoringRow;
  readonly transaction_private: TransactionPrivateTable;
}

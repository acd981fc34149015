import type { TransactionStatus } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import { type AgreedRow, agreedColumns } from "../agreed.ts";

export interface ListRow extends AgreedRow {
  readonly status: TransactionStatus;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const listColumns = [
  ...agreedColumns,
  "status",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof ListRow)[];

import type { ProgressView } from "@sanu/contracts";
import { type AccountId, type Instant, plusMs, type TransactionId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { TransactionPrivateTable } from "../../personal-data/private-row.ts";
import {
  type HeldColumns,
  heldColumns,
  isBeingCancelled,
  isBeingChecked,
  isGoingBack,
} from "./progress-flags.ts";
import type { DetailRow } from "./table.ts";

type ProgressRow = Pick<
  DetailRow,
  | "transaction_id"
  | "account_id"
  | "status"
  | "payment_status"
  | "payout_status"
  | "is_in_review"
  | "payout_reference"
  | "completed_at"
  | "failed_at"
  | "expires_at"
> &
  Pick<TransactionPrivateTable, "payment_url" | "invoice" | "page_token"> &
  HeldColumns & {
    readonly revision: number;
  };

const progressText = `
select detail.transaction_id, detail.account_id, detail.status, detail.payment_status, detail.payout_status,
  detail.payout_reference, detail.completed_at, detail.failed_at, detail.expires_at, detail.is_in_review, ${heldColumns}, private.payment_url,
  private.invoice, private.page_token,
  (select max(version) from events where stream_id = detail.transaction_id) as revision
from transaction_detail as detail join transaction_private as private using (transaction_id)`;

const ofOwnerText = `${progressText} where transaction_id = $1 and detail.account_id = $2`;
const ofTokenText = `${progressText} where page_token = $1`;
const ofManyText = `${progressText} where transaction_id = any($1::uuid[])`;

export type PageUrlOf = (token: string) => string;

/** How far a transaction of its owner is; `undefined` also for somebody else's. */
export async function findOwnProgress(
  database: Pick<Database, "lookUp">,
  of: { readonly transactionId: TransactionId; readonly accountId: AccountId },
  pageUrlOf: PageUrlOf,
): Promise<ProgressView | undefined> {
  const parameters = [of.transactionId, of.accountId];
  const [row] = await database.lookUp<ProgressRow>(CompiledQuery.raw(ofOwnerText, parameters));
  return row && viewOf(row, pageUrlOf);
}

/** The same by the token of the payment page, until the page is gone. */
export async function findPageProgress(
  database: Pick<Database, "lookUp">,
  page: { readonly token: string; readonly now: Instant; readonly keptMs: number },
  pageUrlOf: PageUrlOf,
): Promise<ProgressView | undefined> {
  const [row] = await database.lookUp<ProgressRow>(CompiledQuery.raw(ofTokenText, [page.token]));
  if (row === undefined) return undefined;
  const endedAt = row.completed_at ?? row.failed_at;
  const isGone = endedAt !== null && plusMs(endedAt, page.keptMs) < page.now;
  return isGone ? undefined : viewOf(row, pageUrlOf);
}

/** How far these transactions are, in any order; unknown ones are left out. */
export async function listProgress(
  database: Pick<Database, "query">,
  transactionIds: readonly TransactionId[],
  pageUrlOf: PageUrlOf,
): Promise<ProgressView[]> {
  const rows = await database.query<ProgressRow>(CompiledQuery.raw(ofManyText, [transactionIds]));
  return rows.map((row) => viewOf(row, pageUrlOf));
}

function viewOf(row: ProgressRow, pageUrlOf: PageUrlOf): ProgressView {
  return {
    transactionId: row.transaction_id,
    revision: row.revision,
    status: row.status,
    paymentStatus: row.payment_status,
    payoutStatus: row.payout_status,
    payoutReference: row.payout_reference,
    completedAt: row.completed_at,
    paymentUrl: row.payment_url ?? pageUrlOf(row.page_token),
    providerUrl: row.payment_url,
    isGoingBack: isGoingBack(row),
    isBeingChecked: isBeingChecked(row),
    isBeingCancelled: isBeingCancelled(row),
    hasInvoice: row.invoice !== null,
    expiresAt: row.expires_at,
    accountId: row.account_id,
  };
}

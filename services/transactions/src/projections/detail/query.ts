import type { PaymentPageView, TransactionDetailView } from "@sanu/contracts";
import {
  type AccountId,
  formatSats,
  formatXof,
  type Instant,
  plusMs,
  type TransactionId,
} from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { referenceColumn } from "../../personal-data/client-order.ts";
import type { TransactionPrivateTable } from "../../personal-data/private-row.ts";
import {
  type HeldColumns,
  heldColumns,
  isBeingCancelled,
  isBeingChecked,
  isGoingBack,
} from "./progress-flags.ts";
import type { DetailRow } from "./table.ts";

type PrivateFields = Pick<
  TransactionPrivateTable,
  "receiver_given" | "receiver_masked" | "payment_url" | "invoice" | "page_token"
>;
type JoinedRow = DetailRow & PrivateFields;
type OwnRow = JoinedRow & { readonly client_reference: string | null };

const joinedText = (columns: string) => `
select detail.*, private.receiver_given, private.receiver_masked, private.payment_url, private.invoice,
  private.page_token, ${columns}
from transaction_detail as detail join transaction_private as private using (transaction_id)`;

const ofOwnerText = `${joinedText(referenceColumn("detail"))} where transaction_id = $1 and detail.account_id = $2`;
const ofTokenText = `${joinedText(heldColumns)} where page_token = $1`;

/** How a detail is shown. */
export interface DetailTerms {
  readonly pageUrlOf: (token: string) => string;
}

/** One transaction of its owner; `undefined` also for somebody else's. */
export async function findTransaction(
  database: Pick<Database, "lookUp">,
  of: { readonly transactionId: TransactionId; readonly accountId: AccountId },
  { pageUrlOf }: DetailTerms,
): Promise<TransactionDetailView | undefined> {
  const [row] = await database.lookUp<OwnRow>(
    CompiledQuery.raw(ofOwnerText, [of.transactionId, of.accountId]),
  );
  return row && viewOf(row, row.payment_url ?? pageUrlOf(row.page_token));
}

function viewOf(row: OwnRow, paymentUrl: string): TransactionDetailView {
  return {
    id: row.transaction_id,
    reference: row.reference,
    type: row.transaction_type,
    amount_xof: formatXof(row.amount_xof),
    amount_satoshi: formatSats(row.amount_sats),
    exchange_rate: Number(row.rate_xof_per_btc),
    status: row.status,
    payement_reference: row.payment_reference,
    payment_url: paymentUrl,
    progress: { payment_status: row.payment_status, payout_status: row.payout_status },
    payout_reference: row.payout_reference,
    receiver_address: row.receiver_given,
    completed_at: row.completed_at,
    created_at: row.created_at,
    ...(row.client_reference !== null && { client_reference: row.client_reference }),
  };
}

/**
 * What the payment page of a token may show. `undefined` for an unknown token and for one whose transaction
 * ended more than `keptMs` ago.
 */
export async function findPaymentPage(
  database: Pick<Database, "lookUp">,
  token: string,
  at: { readonly now: Instant; readonly keptMs: number },
): Promise<PaymentPageView | undefined> {
  const [row] = await database.lookUp<JoinedRow & HeldColumns>(
    CompiledQuery.raw(ofTokenText, [token]),
  );
  if (row === undefined) return undefined;
  const endedAt = row.completed_at ?? row.failed_at;
  if (endedAt !== null && plusMs(endedAt, at.keptMs) < at.now) return undefined;
  return {
    reference: row.reference,
    type: row.transaction_type,
    amount_xof: formatXof(row.amount_xof),
    status: row.status,
    amount_sats: formatSats(row.amount_sats),
    receiver_masked: row.receiver_masked,
    is_going_back: isGoingBack(row),
    is_being_checked: isBeingChecked(row),
    is_being_cancelled: isBeingCancelled(row),
    invoice: row.status === "PENDING" ? row.invoice : null,
    provider_url: row.payment_url,
    expires_at: row.expires_at,
  };
}

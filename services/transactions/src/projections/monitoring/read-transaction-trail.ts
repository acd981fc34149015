import {
  type AuditEntry,
  auditTrailLimits,
  type GetMonitored,
  type ReplyData,
} from "@sanu/contracts";
import { isUuid, type TransactionId } from "@sanu/kernel";
import { type Database, readAuditTrail } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { findMonitored } from "./query.ts";

const casesText = `select case_id from cases where transaction_id = $1 order by since, case_id limit ${auditTrailLimits.casesMax}`;

/**
 * One transaction with its log and that of its cases, the oldest first, and the streams of its payment, payout and newest refunds
 * elsewhere, as many as one question may name; `undefined` where there is none.
 */
export async function readTransactionTrail(
  database: Pick<Database, "query">,
  transactionId: TransactionId,
  maskNumber: (number: string) => string | null,
): Promise<ReplyData<typeof GetMonitored> | undefined> {
  const [transaction, entries, cases] = await Promise.all([
    findMonitored(database, transactionId, maskNumber),
    readAuditTrail(database, "transactions", [transactionId]),
    readCases(database, transactionId),
  ]);
  if (transaction === undefined) return undefined;
  const { payment_id: paymentId, payout_id: payoutId } = transaction;
  const known = payoutId === null ? [paymentId] : [paymentId, payoutId];
  const refundIds = [...new Set(refundIdsOf(entries))];
  const streamIds = [...known, ...refundIds.slice(-(auditTrailLimits.streamsMax - known.length))];
  return { transaction, entries, cases, streamIds };
}

async function readCases(
  database: Pick<Database, "query">,
  transactionId: TransactionId,
): Promise<AuditEntry[]> {
  const rows = await database.query<{ case_id: string }>(
    CompiledQuery.raw(casesText, [transactionId]),
  );
  if (rows.length === 0) return [];
  return readAuditTrail(
    database,
    "transactions",
    rows.map((row) => row.case_id),
  );
}

/** Refunds are aggregates of other services; the log names each that was ordered. */
function refundIdsOf(entries: readonly AuditEntry[]): readonly string[] {
  return entries.flatMap(({ data: { refundId } }) =>
    typeof refundId === "string" && isUuid(refundId) ? [refundId] : [],
  );
}

import type { AccountId, Instant, TransactionId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What a client called its order, and the key that it came by; rows where it said either. Deleted with the account's person. */
export interface ClientOrdersTable {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly key_id: string | null;
  /** Free text of the client's, which may name somebody. */
  readonly client_reference: string | null;
  /** Of the transaction, by which lists are ordered. */
  readonly created_at: Instant;
}

export function insertClientOrder(row: ClientOrdersTable): Statement {
  return CompiledQuery.raw(
    `insert into client_orders (transaction_id, account_id, key_id, client_reference, created_at)
     values ($1, $2, $3, $4, $5)`,
    [row.transaction_id, row.account_id, row.key_id, row.client_reference, row.created_at],
  );
}

/** What the client called these transactions, where it did. */
export async function findReferences(
  database: Pick<Database, "query">,
  transactionIds: readonly TransactionId[],
): Promise<ReadonlyMap<string, string>> {
  const text = `select transaction_id as id, client_reference as name from client_orders
    where transaction_id = any($1::uuid[]) and client_reference is not null`;
  const rows = await database.query<{ id: string; name: string }>(
    CompiledQuery.raw(text, [transactionIds]),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What a detail shows of it, beside the columns of `of`. */
export function referenceColumn(of: string): string {
  return `(select said.client_reference from client_orders as said where said.transaction_id = ${of}.transaction_id)
    as client_reference`;
}

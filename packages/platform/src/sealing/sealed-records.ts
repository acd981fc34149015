import type { AccountId, Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { RetentionRule } from "../retention/retention-rule.ts";
import { openSealed } from "./sealed-box.ts";

export interface SealedRecord {
  readonly accountId: AccountId;
  /** `person`, `document` or `transaction`. */
  readonly kind: string;
  /** Which one of its kind: an id, and of a document its piece. */
  readonly name: string;
  readonly keyId: string;
  readonly sealed: Uint8Array;
  readonly keepUntil: Instant;
}

export const sealedRecordsTable = `create table sealed_records (
  account_id uuid not null,
  kind text not null,
  name text not null,
  key_id text not null,
  sealed bytea storage external not null,
  keep_until timestamptz not null,
  primary key (account_id, kind, name),
  constraint sealed_records_ended unique (keep_until, account_id, kind, name)
)`;

export const sealedRecordsRetention: RetentionRule = {
  table: "sealed_records",
  key: "ctid",
  since: "keep_until",
  keptMs: 0,
  batchRowsMax: 1_000,
};

export function placeOfRecord(
  service: string,
  { accountId, kind, name }: Pick<SealedRecord, "accountId" | "kind" | "name">,
): string {
  return `${service}|${accountId}|${kind}|${name}`;
}

/** What is kept of an erased person, sealed; none where nothing is. */
export function readSealedRecords(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<SealedRecord[]> {
  const text = `select account_id as "accountId", kind, name, key_id as "keyId", sealed, keep_until as "keepUntil"
    from sealed_records where account_id = $1 order by kind, name`;
  return database.query<SealedRecord>(CompiledQuery.raw(text, [accountId]));
}

/** Throws where the key is another one, or the record was sealed for another place. */
export function openRecord(
  service: string,
  privateKey: Uint8Array,
  record: SealedRecord,
): Promise<Buffer> {
  return openSealed(privateKey, placeOfRecord(service, record), record.sealed);
}

import type { Database, Logger, Part } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { DocumentKeys } from "./document-keys.ts";
import { keyIdBytes } from "./sealed.ts";

/** Which column of a table is sealed under the keys of documents, one row for each document or app. */
const sealedColumns = {
  kyc_submissions: "document_number",
  second_factors: "secret_sealed",
} as const;

interface PartDeps {
  readonly database: Pick<Database, "query">;
  readonly logger: Pick<Logger, "error">;
  readonly documentKeys: Pick<DocumentKeys, "load" | "find">;
}

/** Says at every start what nobody can open: an authenticator app outlives the documents of its time. */
export function documentKeysPart(deps: PartDeps): Part {
  return {
    name: "document-keys",
    async start() {
      await deps.documentKeys.load();
      await reportMissingKeys(deps);
    },
  };
}

async function reportMissingKeys({ database, logger, documentKeys }: PartDeps): Promise<void> {
  for (const [table, column] of Object.entries(sealedColumns)) {
    const text = `select encode(substr(${column}, 1, ${keyIdBytes}), 'escape') as "keyId", count(*)::int as rows
      from ${table} where ${column} is not null group by 1`;
    const found = await database.query<{ keyId: string; rows: number }>(CompiledQuery.raw(text));
    for (const { keyId, rows } of found.filter(
      (each) => documentKeys.find(each.keyId) === undefined,
    )) {
      logger.error({ table, keyId, rows }, "sealed under a key that is not in KYC_DOCUMENT_KEYS");
    }
  }
}

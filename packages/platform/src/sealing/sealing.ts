import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { z } from "zod";
import type { Statement } from "../database/open-database.ts";
import type { Logger } from "../logger/create-logger.ts";
import { makeKeyPair, readSealingKey, type SealingKey, sealFor } from "./sealed-box.ts";
import { placeOfRecord, type SealedRecord } from "./sealed-records.ts";

/** The public half only: no service can open what it seals. */
export const SealingKeySetting = z.string().refine(isSealingKey, {
  error: "must be the public key that `sanu sealed make-keys` prints",
});

export interface Sealing {
  /** For the commit that deletes what is sealed. Once, however often. */
  readonly seal: (
    record: Pick<SealedRecord, "accountId" | "kind" | "name">,
    plain: Uint8Array,
    keepUntil: Instant,
  ) => Promise<Statement>;
}

const insertText = `
insert into sealed_records (account_id, kind, name, key_id, sealed, keep_until)
values ($1, $2, $3, $4, $5, $6) on conflict (account_id, kind, name) do nothing`;

/** Outside production a key that is not set is made, and nobody has the half that opens. */
export function createSealing(
  service: string,
  { publicKey, logger }: { readonly publicKey: string | undefined; readonly logger: Logger },
): Sealing {
  let known: Promise<SealingKey> | undefined;
  const key = async (): Promise<SealingKey> => {
    if (publicKey !== undefined) return readSealingKey(publicKey);
    logger.warn("SEALING_PUBLIC_KEY is not set: nobody can open what is sealed");
    return readSealingKey(makeKeyPair().publicKey);
  };
  return {
    async seal(record, plain, keepUntil) {
      known ??= key();
      const { accountId, kind, name } = record;
      const sealingKey = await known;
      const sealed = await sealFor(sealingKey, placeOfRecord(service, record), plain);
      const values = [accountId, kind, name, sealingKey.keyId, sealed, keepUntil];
      return CompiledQuery.raw(insertText, values);
    },
  };
}

function isSealingKey(text: string): boolean {
  try {
    return readSealingKey(text).publicKey === text;
  } catch {
    return false;
  }
}

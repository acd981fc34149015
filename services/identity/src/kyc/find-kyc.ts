import type { KycView } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../database/schema.ts";
import { findUser } from "../projections/accounts/query.ts";
import { findNewestSubmission } from "./read-submissions.ts";

export interface KycDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
}

export async function findKyc(
  { database, tables }: KycDeps,
  accountId: AccountId,
): Promise<KycView | undefined> {
  const [user, submission] = await Promise.all([
    findUser(tables, accountId),
    findNewestSubmission(database, accountId),
  ]);
  return user && { status: user.kyc_status, tier: user.kyc_tier, submission: submission ?? null };
}

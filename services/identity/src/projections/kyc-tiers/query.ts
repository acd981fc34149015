import type { KycTierView } from "@sanu/contracts";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { kycTierView } from "../accounts/kyc-tiers.ts";

export async function readKycTiers(tables: Kysely<IdentityTables>): Promise<KycTierView[]> {
  const rows = await tables.selectFrom("kyc_tiers").selectAll().orderBy("kyc_tier").execute();
  return rows.map((row) => kycTierView(row.kyc_tier, row.monthly_limit_xof));
}

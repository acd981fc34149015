import { ListKycTiers } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { readKycTiers } from "../../projections/kyc-tiers/query.ts";

export const listKycTiers = (deps: { readonly tables: Kysely<IdentityTables> }) =>
  handleRequest(ListKycTiers, async () => ({ tiers: await readKycTiers(deps.tables) }));

import { FindPrincipal } from "@sanu/contracts";
import { handleRequest } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { findActive } from "../../projections/accounts/query.ts";

/** Who an account id stands for, as a login would check it: verified and active accounts only. */
export const findPrincipal = (deps: { readonly tables: Kysely<IdentityTables> }) =>
  handleRequest(FindPrincipal, async ({ accountId }) => {
    const found = await findActive(deps.tables, accountId);
    return { principal: found === undefined ? null : { accountId, ...found } };
  });

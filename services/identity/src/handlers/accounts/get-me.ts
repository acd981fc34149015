import { GetMe } from "@sanu/contracts";
import { handleRequest, refuse } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { findUser } from "../../projections/accounts/query.ts";

export const getMe = (deps: { readonly tables: Kysely<IdentityTables> }) =>
  handleRequest(GetMe, async ({ accountId }) => {
    const user = await findUser(deps.tables, accountId);
    return user === undefined ? refuse("not-found") : { user };
  });

import { GetAccountTrail, GetUser, ListUsers, type StaffUserDetailView } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { type Database, handleRequest, refuse, refuseCursor } from "@sanu/platform";
import type { Kysely } from "kysely";
import { listAdminActions } from "../../admin-actions/list-admin-actions.ts";
import { readAccountTrail } from "../../admin-actions/read-account-trail.ts";
import type { IdentityTables } from "../../database/schema.ts";
import { findOrderedErasure } from "../../erasure/find-ordered-erasure.ts";
import { listUsers as readUsers, staffViewOf } from "../../projections/accounts/list-users.ts";
import { findUserRow } from "../../projections/accounts/query.ts";
import { readCursor } from "../../projections/page.ts";

export interface StaffDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
}

export const listUsers = (deps: StaffDeps) =>
  handleRequest(ListUsers, async ({ cursor, ...filter }) => {
    const after = readCursor(cursor);
    return after === undefined ? refuseCursor() : readUsers(deps, { ...filter, after });
  });

export const getUser = (deps: StaffDeps) =>
  handleRequest(GetUser, async ({ accountId }) => {
    const user = await findStaffUser(deps, accountId);
    return user === undefined ? refuse("not-found") : { user };
  });

/** Of an account that is none it is empty: what there is of an erased one is gone, too. */
export const getAccountTrail = ({ database }: Pick<StaffDeps, "database">) =>
  handleRequest(GetAccountTrail, (span) => readAccountTrail(database, span));

export async function findStaffUser(
  deps: StaffDeps,
  accountId: AccountId,
): Promise<StaffUserDetailView | undefined> {
  const [row, rulings, erasure] = await Promise.all([
    findUserRow(deps.tables, accountId),
    listAdminActions(deps.database, accountId),
    findOrderedErasure(deps.database, accountId),
  ]);
  return row && { ...staffViewOf(row), rulings, erasure };
}

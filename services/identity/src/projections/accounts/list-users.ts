import type {
  AccountRole,
  AccountStatus,
  CountryCode,
  KycStatus,
  StaffUserView,
} from "@sanu/contracts";
import { isUuid } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { type Page, type Place, pageOfRows } from "../page.ts";
import { type UserRow, userOf, usersIn } from "./query.ts";

export interface UserFilter {
  readonly limit: number;
  readonly after: Place | null;
  readonly search: string | null;
  readonly role: AccountRole | null;
  readonly status: AccountStatus | null;
  readonly kycStatus: KycStatus | null;
  readonly kycTier: number | null;
  readonly country: CountryCode | null;
}

/** A page of users whose persons are not erased, the newest registration first. */
export async function listUsers(
  from: { readonly database: Database; readonly tables: Kysely<IdentityTables> },
  filter: UserFilter,
): Promise<Page<StaffUserView>> {
  const statement = usersIn(from.tables)
    .selectAll()
    .where(sql<boolean>`${sql.join(conditionsOf(filter), sql` and `)}`)
    .orderBy("accounts.registered_at", "desc")
    .orderBy("accounts.account_id", "desc")
    .limit(filter.limit + 1)
    .compile();
  const rows = await from.database.query<UserRow>(statement);
  return pageOfRows(rows, filter.limit, {
    placeOf: (row) => ({ at: row.registered_at, id: row.account_id }),
    viewOf: staffViewOf,
  });
}

export function staffViewOf(row: UserRow): StaffUserView {
  return {
    ...userOf(row),
    status: statusViews[row.status],
    verified_at: row.verified_at,
  };
}

const statusViews = {
  pending: "PENDING",
  active: "ACTIVE",
  deactivated: "DEACTIVATED",
  suspended: "SUSPENDED",
} as const satisfies Record<UserRow["status"], AccountStatus>;

function conditionsOf(filter: UserFilter): readonly RawBuilder<unknown>[] {
  const { after, search, role, status, kycStatus, kycTier, country } = filter;
  return [
    sql`true`,
    ...(after === null
      ? []
      : [sql`(accounts.registered_at, accounts.account_id) < (${after.at}, ${after.id})`]),
    ...(search === null ? [] : [matching(search)]),
    ...(role === null ? [] : [sql`${role} = any(roles)`]),
    ...(status === null ? [] : [sql`status = ${status.toLowerCase()}`]),
    ...(kycStatus === null ? [] : [sql`kyc_status = ${kycStatus}`]),
    ...(kycTier === null ? [] : [sql`accounts.kyc_tier = ${kycTier}`]),
    ...(country === null ? [] : [sql`country = ${country}`]),
  ];
}

/** An id as a whole; anything else wherever it stands in what a person is called. */
function matching(search: string): RawBuilder<unknown> {
  const text = search.normalize("NFC").toLowerCase();
  if (isUuid(text)) return sql`accounts.account_id = ${text}`;
  const pattern = `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  // Word for word the expression of the index.
  return sql`lower(name || ' ' || email || ' ' || tag || ' ' || coalesce(whatsapp, '')) like ${pattern}`;
}

import type { UserView } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import type { Kysely, Selectable } from "kysely";
import type { AccountContactsTable, AccountsTable, IdentityTables } from "../../database/schema.ts";
import { kycTierOf } from "./kyc-tiers.ts";

type UserRow = Selectable<AccountsTable> & Selectable<AccountContactsTable>;

/** What a login compares with: the password's hash and what the answer would carry. */
export interface LoginRow {
  readonly accountId: AccountId;
  readonly passwordHash: string;
  readonly status: AccountsTable["status"];
  readonly user: UserView;
}

const users = (tables: Kysely<IdentityTables>) =>
  tables
    .selectFrom("accounts")
    .innerJoin("account_contacts", "account_contacts.account_id", "accounts.account_id");

/** An account as its owner sees it; `undefined` when there is none or its person was erased. */
export async function findUser(
  tables: Kysely<IdentityTables>,
  accountId: AccountId,
): Promise<UserView | undefined> {
  const row = await users(tables)
    .selectAll()
    .where("accounts.account_id", "=", accountId)
    .executeTakeFirst();
  return row && userOf(row);
}

/**
 * The account that an address logs in to: the verified one, else the newest pending registration.
 * `email` is canonical.
 */
export async function findLogin(
  tables: Kysely<IdentityTables>,
  email: string,
): Promise<LoginRow | undefined> {
  const row = await users(tables)
    .innerJoin("credentials", "credentials.account_id", "accounts.account_id")
    .selectAll(["accounts", "account_contacts"])
    .select("credentials.password_hash")
    .where("email", "=", email)
    .orderBy("verified_at", (order) => order.asc().nullsLast())
    .orderBy("accounts.registered_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      accountId: row.account_id,
      passwordHash: row.password_hash,
      status: row.status,
      user: userOf(row),
    }
  );
}

/** The roles of a verified, active account; `undefined` for every other id. */
export async function findActiveRoles(
  tables: Kysely<IdentityTables>,
  accountId: AccountId,
): Promise<UserView["roles"] | undefined> {
  const row = await tables
    .selectFrom("accounts")
    .select("roles")
    .where("account_id", "=", accountId)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row?.roles;
}

function userOf(row: UserRow): UserView {
  return {
    id: row.account_id,
    name: row.name,
    email: row.email,
    whatsapp: row.whatsapp,
    country: row.country,
    tag: row.tag,
    address: row.address,
    is_active: row.status === "active",
    roles: row.roles,
    kyc_status: row.kyc_status,
    kyc_tier_id: row.kyc_tier,
    kyc_tier: kycTierOf(row.kyc_tier),
    created_at: row.registered_at,
  };
}

import type { UserView } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import { type Kysely, type Selectable, sql } from "kysely";
import type { KnownAccount } from "../../account/state.ts";
import type {
  AccountContactsTable,
  AccountsTable,
  IdentityTables,
  KycTiersTable,
} from "../../database/schema.ts";
import { kycTierView } from "./kyc-tiers.ts";

/** Whose person is there has a state in which she can be. */
interface Living {
  readonly status: KnownAccount["status"];
}

export type UserRow = Omit<Selectable<AccountsTable>, "status"> &
  Living &
  Selectable<AccountContactsTable> &
  Pick<KycTiersTable, "monthly_limit_xof">;

/** What a login compares with: the password's hash and what the answer would carry. */
export interface LoginRow {
  readonly accountId: AccountId;
  readonly passwordHash: string;
  readonly passwordSince: Instant;
  readonly status: KnownAccount["status"];
  readonly user: UserView;
}

/** Accounts with person and tier; inner joins, so accounts whose persons are erased are left out. */
export const usersIn = (tables: Kysely<IdentityTables>) =>
  tables
    .selectFrom("accounts")
    .innerJoin("account_contacts", "account_contacts.account_id", "accounts.account_id")
    .innerJoin("kyc_tiers", "kyc_tiers.kyc_tier", "accounts.kyc_tier");

/** An account as its owner sees it; `undefined` when there is none or its person was erased. */
export async function findUser(
  tables: Kysely<IdentityTables>,
  accountId: AccountId,
): Promise<UserView | undefined> {
  const row = await findUserRow(tables, accountId);
  return row && userOf(row);
}

export function findUserRow(
  tables: Kysely<IdentityTables>,
  accountId: AccountId,
): Promise<UserRow | undefined> {
  return usersIn(tables)
    .selectAll()
    .where("accounts.account_id", "=", accountId)
    .$narrowType<Living>()
    .executeTakeFirst();
}

/** What an address logs in to; `email` is canonical. */
export interface Logins {
  readonly verified: LoginRow | undefined;
  /** The newest registration of the address that came from where the login comes from. */
  readonly pending: LoginRow | undefined;
}

export async function findLogins(
  tables: Kysely<IdentityTables>,
  email: string,
  from: { readonly device: string | null; readonly network: string },
): Promise<Logins> {
  const rows = await usersIn(tables)
    .innerJoin("credentials", "credentials.account_id", "accounts.account_id")
    .selectAll(["accounts", "account_contacts", "kyc_tiers"])
    .select(["credentials.password_hash", "credentials.changed_at"])
    .where("email", "=", email)
    .where(
      sql<boolean>`(verified_at is not null
        or from_network = ${from.network} or from_device = ${from.device})`,
    )
    .distinctOn(sql`verified_at is null`)
    .orderBy(sql`verified_at is null`)
    .orderBy("accounts.registered_at", "desc")
    .$narrowType<Living>()
    .execute();
  const loginOf = (isVerified: boolean) => {
    const row = rows.find(({ verified_at: verifiedAt }) => (verifiedAt !== null) === isVerified);
    return (
      row && {
        accountId: row.account_id,
        passwordHash: row.password_hash,
        passwordSince: row.changed_at,
        status: row.status,
        user: userOf(row),
      }
    );
  };
  return { verified: loginOf(true), pending: loginOf(false) };
}

export async function findPasswordHash(
  tables: Kysely<IdentityTables>,
  accountId: AccountId,
): Promise<string | undefined> {
  const row = await tables
    .selectFrom("credentials")
    .select("password_hash")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.password_hash;
}

export async function findActiveRoles(
  tables: Kysely<IdentityTables>,
  accountId: AccountId,
): Promise<UserView["roles"] | undefined> {
  return (await findActive(tables, accountId))?.roles;
}

/** An account that may log in: whoever it is may do so much, and lives there. */
export async function findActive(
  tables: Kysely<IdentityTables>,
  accountId: AccountId,
): Promise<Pick<UserView, "roles" | "country"> | undefined> {
  const row = await tables
    .selectFrom("accounts")
    .select(["roles", "country"])
    .where("account_id", "=", accountId)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row && { roles: [...row.roles], country: row.country };
}

export function userOf(row: UserRow): UserView {
  return {
    id: row.account_id,
    name: row.name,
    email: row.email,
    whatsapp: row.whatsapp,
    country: row.country,
    tag: row.tag,
    address: row.address,
    is_active: row.status === "active",
    roles: [...row.roles],
    kyc_status: row.kyc_status,
    kyc_tier_id: row.kyc_tier,
    kyc_tier: kycTierView(row.kyc_tier, row.monthly_limit_xof),
    created_at: row.registered_at,
  };
}

import type { CountryCode, Language } from "@sanu/contracts";
import { type AccountId, type Clock, fold, newId, unreachable } from "@sanu/kernel";
import { type Database, type EventStore } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { AccountCommand } from "../../account/commands.ts";
import { account } from "../../account/decide.ts";
import type { AccountEvent } from "../../account/events.ts";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { OPERATOR } from "../../admin-actions/operator.ts";
import { changeAccount } from "../../change-account.ts";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { tagFor } from "../../contacts/tag.ts";
import { busy } from "../../credentials/passwords/hash-queue.ts";
import { isTooCommon } from "../../credentials/passwords/is-too-common.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";
import { revokeSessions } from "../../sessions/revoke-sessions.ts";
import { activationWrites, personWrites } from "../accounts/registration-writes.ts";

const passwordLettersMin = 8;

export interface CreateAdminDeps {
  readonly database: Database;
  readonly store: EventStore<AccountEvent>;
  readonly passwords: Passwords;
  readonly clock: Clock;
}

/** Who becomes an admin. Name and password are needed for an address that has no account yet. */
export interface NewAdmin {
  readonly email: string;
  readonly name: string;
  readonly password: string | undefined;
  readonly country: CountryCode;
  readonly language: Language;
  readonly reason: string;
}

export interface CreatedAdmin {
  readonly accountId: AccountId;
  readonly was: "made" | "promoted";
}

/** The password cannot be one, or is missing for a new account. */
export class UnfitPasswordError extends Error {
  override readonly name = "UnfitPasswordError";
}

/**
 * Makes an account with the role of an admin, its address taken for proved, or gives that role to the account that
 * the address has. Throws `UnfitPasswordError`.
 */
export async function createAdmin(deps: CreateAdminDeps, admin: NewAdmin): Promise<CreatedAdmin> {
  const email = canonicalEmail(admin.email);
  const [known] = await deps.database.query<{ accountId: AccountId; roles: string[] }>(
    CompiledQuery.raw(
      `select account_id as "accountId", roles from accounts join account_contacts using (account_id)
       where email = $1 and verified_at is not null`,
      [email],
    ),
  );
  if (known === undefined) {
    return { accountId: await make(deps, { ...admin, email }), was: "made" };
  }
  await promote(deps, known.accountId, admin.reason);
  return { accountId: known.accountId, was: "promoted" };
}

async function make(deps: CreateAdminDeps, admin: NewAdmin): Promise<AccountId> {
  const { email, name, country, language, reason } = admin;
  const passwordHash = await hashOf(deps, admin);
  const accountId = newId<"AccountId">();
  const at = deps.clock.now();
  const action = { by: OPERATOR, reasonId: newId<string>(), at };
  const [first, ...others] = eventsOf([
    { kind: "register", accountId, country, at },
    { kind: "activate", at },
    { kind: "change-roles", roles: ["admin"], ...action },
  ]);
  if (first === undefined) throw new Error("A new account answered nothing");
  const tag = tagFor(`${name} ${accountId.slice(-6)}`, 1);
  const person = {
    accountId,
    name,
    email,
    whatsapp: null,
    tag,
    country,
    language,
    passwordHash,
    at,
  };
  const result = await deps.store.append({
    streamId: accountId,
    loaded: { events: [], version: 0 },
    events: [first, ...others],
    context: contextOf(),
    writes: [
      ...personWrites(person),
      ...activationWrites(accountId, at),
      insertAdminAction({ ...action, accountId, what: { role: "admin" }, reason }),
    ],
  });
  if (result.kind !== "appended") throw new Error(`The admin was not made: ${result.kind}`);
  return accountId;
}

async function promote(deps: CreateAdminDeps, accountId: AccountId, reason: string): Promise<void> {
  const action = { by: OPERATOR, reasonId: newId<string>(), at: deps.clock.now() };
  const result = await changeAccount(deps.store, accountId, {
    command: { kind: "change-roles", roles: ["admin"], ...action },
    context: contextOf(),
    writes: () => [
      insertAdminAction({ ...action, accountId, what: { role: "admin" }, reason }),
      // The tokens that are out there name other roles.
      revokeSessions(accountId, "roles-changed", action),
    ],
  });
  switch (result.kind) {
    case "accepted":
    case "nothing-new":
      return;
    case "refused":
      throw new Error(`The account refused: ${result.refusal.code}`);
    case "constraint":
      throw new Error(`The promotion broke ${result.constraint}`);
    default:
      return unreachable(result);
  }
}

function eventsOf(commands: readonly AccountCommand[]): readonly AccountEvent[] {
  return commands.reduce<readonly AccountEvent[]>((events, command) => {
    const decision = account.decide(fold(account, events), command);
    if (decision.kind !== "accepted") throw new Error(`A new account answered ${decision.kind}`);
    return [...events, ...decision.events];
  }, []);
}

async function hashOf(deps: CreateAdminDeps, { password, name, email }: NewAdmin): Promise<string> {
  if (password === undefined || password.length < passwordLettersMin) {
    throw new UnfitPasswordError(`A new admin needs a password of ${passwordLettersMin} letters`);
  }
  if (isTooCommon(password, [name, email])) {
    throw new UnfitPasswordError("The password is too common");
  }
  const hash = await deps.passwords.hash(password);
  if (hash === busy) throw new Error("The password could not be hashed");
  return hash;
}

function contextOf() {
  const correlationId: string = newId();
  return { correlationId, causationId: correlationId };
}

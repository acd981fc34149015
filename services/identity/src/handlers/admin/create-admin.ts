import type { CountryCode, Language } from "@sanu/contracts";
import { isTooCommon } from "@sanu/contracts/too-common";
import { type AccountId, type Clock, fold, newId } from "@sanu/kernel";
import { type Database, type EventStore } from "@sanu/platform";
import type { AccountCommand } from "../../account/commands.ts";
import { account } from "../../account/decide.ts";
import type { AccountEvent } from "../../account/events.ts";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { OPERATOR } from "../../admin-actions/operator.ts";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { tagFor } from "../../contacts/tag.ts";
import { busy } from "../../credentials/passwords/hash-queue.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";
import { activationWrites, personWrites } from "../accounts/registration-writes.ts";
import { actAtShell, contextOfShell } from "./act-at-shell.ts";
import { findVerified } from "./find-verified.ts";

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
class UnfitPasswordError extends Error {
  override readonly name = "UnfitPasswordError";
}

/**
 * Makes an account with the role of an admin, its address taken for proved, or gives that role to the account that
 * the address has. Throws `UnfitPasswordError`.
 */
export async function createAdmin(deps: CreateAdminDeps, admin: NewAdmin): Promise<CreatedAdmin> {
  const email = canonicalEmail(admin.email);
  const known = await findVerified(deps.database, email);
  if (known !== undefined) return promote(deps, known.accountId, admin);
  const made = await make(deps, { ...admin, email });
  if ("accountId" in made) return { ...made, was: "made" };
  // Somebody else has made or proved it in this moment: then it is the account that the address has.
  const present = await findVerified(deps.database, email);
  if (present !== undefined) return promote(deps, present.accountId, admin);
  throw new Error(`The admin was not made: ${made.brokenBy}`);
}

async function promote(
  deps: CreateAdminDeps,
  accountId: AccountId,
  { reason }: NewAdmin,
): Promise<CreatedAdmin> {
  await actAtShell(deps, accountId, {
    commandOf: (action) => ({ kind: "change-roles", roles: ["admin"], ...action }),
    what: { role: "admin" },
    reason,
    endsSessions: true,
  });
  return { accountId, was: "promoted" };
}

type Made = Pick<CreatedAdmin, "accountId"> | { readonly brokenBy: string };

async function make(deps: CreateAdminDeps, admin: NewAdmin): Promise<Made> {
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
    context: contextOfShell(),
    writes: [
      ...personWrites(person),
      ...activationWrites(accountId, at),
      insertAdminAction({ ...action, accountId, what: { role: "admin" }, reason }),
    ],
  });
  if (result.kind === "appended") return { accountId };
  return { brokenBy: result.kind === "constraint" ? result.constraint : result.kind };
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

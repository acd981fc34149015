import { Register } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import {
  assertAwaited,
  awaitKey,
  brokenConstraint,
  type CommandContext,
  handleRequest,
  idempotencyConstraint,
  insertKey,
  refuse,
  type Secret,
} from "@sanu/platform";
import type { AccountDeps } from "../../account-deps.ts";
import { changeAccount } from "../../change-account.ts";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { tagFor, tagLimits } from "../../contacts/tag.ts";
import { readWhatsapp } from "../../contacts/whatsapp.ts";
import { otpLimits } from "../../credentials/otp/otp-limits.ts";
import { busy } from "../../credentials/passwords/bounded-queue.ts";
import { isTooCommon } from "../../credentials/passwords/is-too-common.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";
import { refuseTooMany } from "../../credentials/throttle/refuse-too-many.ts";
import { findDoneBefore } from "./find-done-before.ts";
import { assertMayRegister, type Registration, registrationWrites } from "./registration-writes.ts";

export interface RegisterDeps extends AccountDeps {
  readonly passwords: Passwords;
  readonly otpPepper: () => Secret;
  readonly afterMailQueued: () => void;
}

const SCOPE = "register";

/** Opens a pending registration and queues the mail with its code, in one commit. */
export const register = (deps: RegisterDeps) =>
  handleRequest(Register, async (data, context) => {
    const before = await findDoneBefore(deps, SCOPE, context.causationId);
    if (before !== undefined) return { user: before };

    const email = canonicalEmail(data.email);
    const whatsapp = data.whatsapp === null ? null : readWhatsapp(data.whatsapp);
    const isCommon = isTooCommon(data.password, [email, data.name]);
    if (whatsapp === undefined || isCommon) {
      return refuse("validation-failed", undefined, {
        ...(whatsapp === undefined && { whatsapp: ["invalid-phone-number"] }),
        ...(isCommon && { password: ["too-common"] }),
      });
    }
    const early = await findBrokenRule(deps, email);
    if (early !== undefined) return refuseUnlessRegistered(deps, context, early);
    const passwordHash = await deps.passwords.hash(data.password);
    if (passwordHash === busy) return refuse("service-unavailable");
    // Nobody waits any more: a registration now would be one that its person knows nothing of.
    assertAwaited(context);

    const { name, country, language } = data;
    const person = { name, email, whatsapp, country, language, passwordHash };
    const broken = await storeRegistration(deps, context, person);
    if (broken !== undefined && broken !== idempotencyConstraint) {
      return refuseUnlessRegistered(deps, context, broken);
    }

    const user = await findDoneBefore(deps, SCOPE, context.causationId);
    if (user === undefined) throw new Error("The registration was stored and is not there");
    return { user };
  });

/** The same command may have overtaken its first try, whose code then is one of those that were counted. */
async function refuseUnlessRegistered(
  deps: RegisterDeps,
  context: CommandContext,
  constraint: string,
) {
  await awaitKey(deps.database, { scope: SCOPE, key: context.causationId });
  const user = await findDoneBefore(deps, SCOPE, context.causationId);
  return user === undefined ? refusalOf(constraint) : { user };
}

/** Asks the database before the hash is computed; the same question is part of the commit. */
async function findBrokenRule(deps: RegisterDeps, email: string): Promise<string | undefined> {
  try {
    await deps.database.query(assertMayRegister(email, deps.clock.now()));
    return undefined;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === undefined) throw error;
    return constraint;
  }
}

async function storeRegistration(
  deps: RegisterDeps,
  context: CommandContext,
  person: Omit<Registration, "accountId" | "at" | "tag">,
): Promise<string | undefined> {
  for (let attempt = 1; attempt <= tagLimits.attemptsMax; attempt += 1) {
    const broken = await storeUnderTag(deps, context, {
      ...person,
      tag: tagFor(person.name, attempt),
    });
    if (broken !== "account_contacts_tag_key") return broken;
  }
  throw new Error(`No handle was free within ${tagLimits.attemptsMax} attempts`);
}

async function storeUnderTag(
  deps: RegisterDeps,
  context: CommandContext,
  person: Omit<Registration, "accountId" | "at">,
): Promise<string | undefined> {
  const accountId = newId<"AccountId">();
  const at = deps.clock.now();
  const result = await changeAccount(deps.store, accountId, {
    command: { kind: "register", accountId, country: person.country, at },
    context,
    writes: () => [
      insertKey({ scope: SCOPE, key: context.causationId, bodyHash: "", recordId: accountId }),
      ...registrationWrites({ ...person, accountId, at }, deps.otpPepper()),
    ],
  });
  if (result.kind === "constraint") return result.constraint;
  if (result.kind !== "accepted") throw new Error(`A new account answered ${result.kind}`);
  deps.afterMailQueued();
  return undefined;
}

function refusalOf(constraint: string) {
  switch (constraint) {
    case "account_contacts_verified_email":
      return refuse("validation-failed", undefined, { email: ["taken"] });
    case "otps_per_address":
      // At the latest: by then the first of these codes is none of the last hour any more.
      return refuseTooMany(otpLimits.sentWindowMs / 1_000);
    default:
      throw new Error(`A registration broke ${constraint}`);
  }
}

import { Register } from "@sanu/contracts";
import { isTooCommon } from "@sanu/contracts/too-common";
import { newId } from "@sanu/kernel";
import {
  assertAwaited,
  awaitKey,
  type CommandContext,
  handleRequest,
  idempotencyConstraint,
  insertKey,
  refuse,
} from "@sanu/platform";
import { readWhatsapp } from "@sanu/rails/whatsapp";
import type { AccountDeps } from "../../account-deps.ts";
import { changeAccount } from "../../change-account.ts";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { tagFor, tagLimits } from "../../contacts/tag.ts";
import { busy } from "../../credentials/passwords/hash-queue.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";
import { refuseTooMany } from "../../credentials/throttle/refuse-too-many.ts";
import type { Source } from "../../credentials/throttle/source.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";
import { findDoneBefore } from "./find-done-before.ts";
import { type Registration, registrationWrites } from "./registration-writes.ts";

export interface RegisterDeps extends AccountDeps {
  readonly passwords: Passwords;
  readonly throttle: Pick<Throttle, "sourceOf" | "consumeAsked">;
  readonly afterCodeRequested: () => void;
}

const SCOPE = "register";

/**
 * Opens a pending registration and asks for its code, in one commit. Where the address has an account already, everything is the
 * same but the mail, which tells its owner, and where it had as many mails as it may there is none: nobody learns here who is registered.
 */
export const register = (deps: RegisterDeps) =>
  handleRequest(Register, async (data, context) => {
    const before = await findDoneBefore(deps, SCOPE, context.causationId);
    if (before !== undefined) return { user: before };

    const email = canonicalEmail(data.email);
    const whatsapp = data.whatsapp === null ? null : readWhatsapp(data.whatsapp, data.country);
    const isCommon = isTooCommon(data.password, [email, data.name]);
    if (whatsapp === undefined || isCommon) {
      return refuse("validation-failed", undefined, {
        ...(whatsapp === undefined && { whatsapp: ["invalid-phone-number"] }),
        ...(isCommon && { password: ["too-common"] }),
      });
    }
    const source = deps.throttle.sourceOf(data.source);
    const consumed = await deps.throttle.consumeAsked({ source, subject: email });
    if (consumed.retryAfterSeconds !== null) {
      const { retryAfterSeconds } = consumed;
      return refuseUnlessRegistered(deps, context, retryAfterSeconds);
    }
    const passwordHash = await deps.passwords.hash(data.password, {
      remainingMs: context.remainingMs,
      isKnown: false,
    });
    if (passwordHash === busy) {
      // No code was asked for: it must not cost her the hour in which she tries again.
      await consumed.giveBack();
      return refuse("service-unavailable");
    }
    // Nobody waits any more: a registration now would be one that its person knows nothing of.
    assertAwaited(context);

    const { name, country, language } = data;
    const person = { name, email, whatsapp, country, language, passwordHash };
    await storeRegistration(deps, context, { person, source });

    const user = await findDoneBefore(deps, SCOPE, context.causationId);
    if (user === undefined) throw new Error("The registration was stored and is not there");
    return { user };
  });

/** The same command may have overtaken its first try, which was counted as well. */
async function refuseUnlessRegistered(
  deps: RegisterDeps,
  context: CommandContext,
  retryAfterSeconds: number,
) {
  await awaitKey(deps.database, { scope: SCOPE, key: context.causationId });
  const user = await findDoneBefore(deps, SCOPE, context.causationId);
  return user === undefined ? refuseTooMany(retryAfterSeconds) : { user };
}

interface Applied {
  readonly person: Omit<Registration, "accountId" | "at" | "tag">;
  readonly source: Source;
}

async function storeRegistration(
  deps: RegisterDeps,
  context: CommandContext,
  { person, source }: Applied,
): Promise<void> {
  for (let attempt = 1; attempt <= tagLimits.attemptsMax; attempt += 1) {
    const tagged = { ...person, tag: tagFor(person.name, attempt) };
    const broken = await storeUnderTag(deps, context, { person: tagged, source });
    if (broken === undefined || broken === idempotencyConstraint) return;
    if (broken !== "account_contacts_tag_key") throw new Error(`A registration broke ${broken}`);
  }
  throw new Error(`No handle was free within ${tagLimits.attemptsMax} attempts`);
}

async function storeUnderTag(
  deps: RegisterDeps,
  context: CommandContext,
  { person, source }: Applied & { person: Omit<Registration, "accountId" | "at"> },
): Promise<string | undefined> {
  const accountId = newId<"AccountId">();
  const at = deps.clock.now();
  const result = await changeAccount(deps.store, accountId, {
    command: { kind: "register", accountId, country: person.country, at },
    context,
    writes: () => [
      insertKey({ scope: SCOPE, key: context.causationId, bodyHash: "", recordId: accountId }),
      ...registrationWrites({ ...person, accountId, at }, source),
    ],
  });
  if (result.kind === "constraint") return result.constraint;
  if (result.kind !== "accepted") throw new Error(`A new account answered ${result.kind}`);
  deps.afterCodeRequested();
  return undefined;
}

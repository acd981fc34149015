import { ResetPassword } from "@sanu/contracts";
import { isTooCommon } from "@sanu/contracts/too-common";
import {
  assertAwaited,
  type CommandContext,
  findKey,
  handleRequest,
  insertKey,
  type RequestContext,
  refuse,
  type SecurityTrail,
} from "@sanu/platform";
import type { AccountDeps } from "../../account-deps.ts";
import { changeAccount } from "../../change-account.ts";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { useOtp, useUpOtherOtps } from "../../credentials/otp/use-otp.ts";
import {
  giveBackGuess,
  type MatchedOtp,
  type VerifyCodeDeps,
  verifyCode,
} from "../../credentials/otp/verify-code.ts";
import { changePassword } from "../../credentials/passwords/change-password.ts";
import { resetOwnPasswordFailures } from "../../credentials/passwords/check-own-password.ts";
import { busy } from "../../credentials/passwords/hash-queue.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";
import { queueNotice } from "../../mail/queue-notice.ts";
import { findUser } from "../../projections/accounts/query.ts";
import { revokeSessions } from "../../sessions/revoke-sessions.ts";

export interface ResetPasswordDeps extends AccountDeps, VerifyCodeDeps {
  readonly passwords: Passwords;
  readonly throttle: Pick<
    Throttle,
    "consumeGuess" | "sourceOf" | "resetStatement" | "makeUnknownStatement" | "clearLoginFailures"
  >;
  readonly trail: SecurityTrail;
  readonly afterMailQueued: () => void;
  readonly afterRevocation: () => void;
}

const SCOPE = "reset-password";
const tooCommon = () => refuse("validation-failed", undefined, { password: ["too-common"] });
const invalidCode = () => refuse("validation-failed", undefined, { token: ["invalid-code"] });

/**
 * Ends every session and every other code for a new password, and mails the person that it was done. From where the code was proved she
 * is known; wherever the old password was proved before nobody is, for it may have been somebody else's there.
 */
export const resetPassword = (deps: ResetPasswordDeps) =>
  handleRequest(ResetPassword, async (data, context) => {
    const { code, password } = data;
    const email = canonicalEmail(data.email);
    // Before an attempt is counted: the person may try again with the same code.
    if (isTooCommon(password, [email])) return tooCommon();
    const source = deps.throttle.sourceOf(data.source);
    const match = await verifyCode(deps, {
      owner: { kind: "email", email },
      purposes: ["reset"],
      code,
      source,
      at: deps.clock.now(),
    });
    const refused = match && (await setPassword(deps, context, { match, email, password }));
    if (refused !== undefined) return refused;
    // Stored under this command: by this call, or by an earlier one whose reply got lost.
    const key = { scope: SCOPE, key: context.causationId };
    const isDone = (await findKey(deps.database, key)) !== undefined;
    const event = isDone ? "password-reset" : "code-failed";
    const { network } = source;
    deps.trail({ event, accountId: match?.accountId, network, operation: SCOPE });
    if (!isDone) return invalidCode();
    await deps.throttle.clearLoginFailures({ source, subject: email });
    return {};
  });

interface Proved {
  readonly match: MatchedOtp;
  /** Under which her places are known. */
  readonly email: string;
}

/** Her code has proved who she is: what refuses her from here on uses up no try of it. */
async function setPassword(
  deps: ResetPasswordDeps,
  context: RequestContext,
  { match, email, password }: Proved & { readonly password: string },
) {
  // Of her name nothing is told before.
  if (await isNameOf(deps, match, password)) {
    await giveBackGuess(deps, match);
    return tooCommon();
  }
  const client = { remainingMs: context.remainingMs, isKnown: true };
  const passwordHash = await deps.passwords.hash(password, client);
  if (passwordHash === busy) {
    await giveBackGuess(deps, match);
    return refuse("service-unavailable");
  }
  // Nobody waits any more: a change now would lock out a person who believes that it failed.
  assertAwaited(context);
  await storePassword(deps, context, { match, email, passwordHash });
  return undefined;
}

async function isNameOf(
  { tables }: Pick<ResetPasswordDeps, "tables">,
  { accountId }: MatchedOtp,
  password: string,
): Promise<boolean> {
  const user = await findUser(tables, accountId);
  return user !== undefined && isTooCommon(password, [user.name]);
}

async function storePassword(
  deps: ResetPasswordDeps,
  context: CommandContext,
  { match, email, passwordHash }: Proved & { readonly passwordHash: string },
): Promise<void> {
  const at = deps.clock.now();
  const { accountId } = match;
  const key = { scope: SCOPE, key: context.causationId, bodyHash: "", recordId: accountId };
  const result = await changeAccount(deps.store, accountId, {
    command: { kind: "reset-password", at },
    context,
    writes: () => [
      insertKey(key),
      useUpOtherOtps(match, at),
      useOtp(match, at),
      changePassword(accountId, passwordHash, at),
      queueNotice(accountId, "password-changed", at),
      resetOwnPasswordFailures(deps.throttle, accountId),
      deps.throttle.makeUnknownStatement(email),
      revokeSessions(accountId, "password-reset", { at }),
    ],
  });
  // Else the code was used meanwhile, or the account was suspended since it was sent.
  if (result.kind !== "accepted") return;
  deps.afterMailQueued();
  deps.afterRevocation();
}

import { type RequestData, VerifyOtp } from "@sanu/contracts";
import {
  type CommandContext,
  handleRequest,
  insertKey,
  refuse,
  type SecurityTrail,
} from "@sanu/platform";
import type { AccountDeps } from "../../account-deps.ts";
import { changeAccount } from "../../change-account.ts";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { useOtp } from "../../credentials/otp/use-otp.ts";
import {
  type MatchedOtp,
  type OtpOwner,
  type VerifyCodeDeps,
  verifyCode,
} from "../../credentials/otp/verify-code.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";
import { findDoneBefore } from "./find-done-before.ts";
import { activationWrites } from "./registration-writes.ts";

export interface VerifyOtpDeps extends AccountDeps, VerifyCodeDeps {
  readonly throttle: Pick<Throttle, "consumeGuess" | "sourceOf" | "clearLoginFailures">;
  readonly trail: SecurityTrail;
}

const SCOPE = "verify-otp";

/** Activates the registration that the code belongs to, behind which the others of its address open nothing, or opens a closed account. */
export const verifyOtp = (deps: VerifyOtpDeps) =>
  handleRequest(VerifyOtp, async (data, context) => {
    const match = await findMatch(deps, data);
    if (match !== undefined) await open(deps, context, match);
    // Stored under this command: by this call, or by an earlier one whose answer got lost.
    const user = await findDoneBefore(deps, SCOPE, context.causationId);
    const source = deps.throttle.sourceOf(data.source);
    const event = user === undefined ? "code-failed" : "code-proved";
    const { network } = source;
    deps.trail({ event, accountId: user?.id ?? data.userId, network, operation: SCOPE });
    // Wrong, expired, used, voided and never issued look the same from outside.
    if (user === undefined)
      return refuse("validation-failed", undefined, { code: ["invalid-code"] });
    await deps.throttle.clearLoginFailures({ source, subject: user.email });
    return { user };
  });

async function findMatch(
  deps: VerifyOtpDeps,
  data: RequestData<typeof VerifyOtp>,
): Promise<MatchedOtp | undefined> {
  const owner = ownerOf(data);
  if (owner === undefined) return undefined;
  const purposes = ["activate", "reactivate"] as const;
  const source = deps.throttle.sourceOf(data.source);
  return verifyCode(deps, { owner, purposes, code: data.code, source, at: deps.clock.now() });
}

function ownerOf(data: RequestData<typeof VerifyOtp>): OtpOwner | undefined {
  if (data.userId !== null) return { kind: "account", accountId: data.userId };
  if (data.email === null) return undefined;
  return { kind: "email", email: canonicalEmail(data.email) };
}

/**
 * Of many uses of one code at once, the first to commit has its effect; the others change nothing. Nor does a code that
 * was voided, one of an account that was suspended since, or one of an address that another registration has by now.
 */
async function open(
  deps: VerifyOtpDeps,
  context: CommandContext,
  match: MatchedOtp,
): Promise<void> {
  const at = deps.clock.now();
  const { accountId, purpose } = match;
  const isNew = purpose === "activate";
  const key = { scope: SCOPE, key: context.causationId, bodyHash: "", recordId: accountId };
  await changeAccount(deps.store, accountId, {
    command: { kind: isNew ? "activate" : "reactivate", at },
    context,
    writes: () => [
      insertKey(key),
      useOtp(match, at),
      ...(isNew ? activationWrites(match.accountId, at) : []),
    ],
  });
}

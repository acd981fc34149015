import type { RequestHandler } from "@sanu/platform";
import { passwordLimits } from "./credentials/passwords/password-limits.ts";
import type { Throttle } from "./credentials/throttle/throttle.ts";
import {
  type DeactivateAccountDeps,
  deactivateAccount,
} from "./handlers/accounts/deactivate-account.ts";
import { type EraseAccountDeps, eraseAccount } from "./handlers/accounts/erase-account.ts";
import { getMe } from "./handlers/accounts/get-me.ts";
import { type RegisterDeps, register } from "./handlers/accounts/register.ts";
import { type RequestCodeDeps, requestCode } from "./handlers/accounts/request-code.ts";
import { type ResetPasswordDeps, resetPassword } from "./handlers/accounts/reset-password.ts";
import { updateMe } from "./handlers/accounts/update-me.ts";
import { type VerifyOtpDeps, verifyOtp } from "./handlers/accounts/verify-otp.ts";
import { findStaff } from "./handlers/admin/find-staff.ts";
import {
  type IdentityProposalDeps,
  identityProposalHandlers,
} from "./handlers/admin/identity-proposals.ts";
import { listKycTiers } from "./handlers/admin/list-kyc-tiers.ts";
import { getAccountTrail, getUser, listUsers } from "./handlers/admin/list-users.ts";
import { suspendUser } from "./handlers/admin/suspend-user.ts";
import { createApiKey, rotateApiKey } from "./handlers/api-keys/change-api-keys.ts";
import { changeKeyLimits } from "./handlers/api-keys/change-key-limits.ts";
import { type FindApiKeyDeps, findKey, listApiKeys } from "./handlers/api-keys/find-api-key.ts";
import { revokeKey } from "./handlers/api-keys/revoke-key.ts";
import { addKycPiece } from "./handlers/kyc/add-kyc-piece.ts";
import { type BeginKycDeps, beginKyc } from "./handlers/kyc/begin-kyc.ts";
import { decideKyc } from "./handlers/kyc/decide-kyc.ts";
import { dropKyc } from "./handlers/kyc/drop-kyc.ts";
import { getKyc } from "./handlers/kyc/get-kyc.ts";
import { getKycPiece } from "./handlers/kyc/get-kyc-piece.ts";
import { getKycSubmission, listKycSubmissions } from "./handlers/kyc/list-kyc-submissions.ts";
import { type SubmitKycDeps, submitKyc } from "./handlers/kyc/submit-kyc.ts";
import type { AddFactorDeps } from "./handlers/second-factors/may-add.ts";
import { secondFactorHandlers } from "./handlers/second-factors/second-factor-handlers.ts";
import { checkSession } from "./handlers/sessions/check-session.ts";
import { clearLoginFailures, consumeQuota } from "./handlers/sessions/consume-quota.ts";
import { findPrincipal } from "./handlers/sessions/find-principal.ts";
import { getSigningKeys } from "./handlers/sessions/get-signing-keys.ts";
import { listRevocations } from "./handlers/sessions/list-revocations.ts";
import { type LogInDeps, logIn } from "./handlers/sessions/log-in.ts";
import { type LogOutDeps, logOut } from "./handlers/sessions/log-out.ts";
import { recordTokenUse } from "./handlers/sessions/record-token-use.ts";
import { type RefreshTokenDeps, refreshToken } from "./handlers/sessions/refresh-token.ts";
import { reportRevocations } from "./handlers/sessions/report-revocations.ts";
import { type AssertStaffActDeps, assertStaffAct } from "./handlers/staff-acts/assert-staff-act.ts";
import { type JoinWaitlistDeps, joinWaitlist } from "./handlers/waitlist/join-waitlist.ts";
import { listWaitlist } from "./handlers/waitlist/list-waitlist.ts";

export type RequestDeps = RegisterDeps &
  VerifyOtpDeps &
  LogInDeps &
  LogOutDeps &
  RefreshTokenDeps &
  RequestCodeDeps &
  ResetPasswordDeps &
  DeactivateAccountDeps &
  EraseAccountDeps &
  JoinWaitlistDeps &
  BeginKycDeps &
  SubmitKycDeps &
  IdentityProposalDeps &
  AddFactorDeps &
  FindApiKeyDeps &
  AssertStaffActDeps & {
    readonly throttle: Throttle;
  };

interface HandlerGroup {
  readonly handlers: readonly RequestHandler[];
  readonly concurrencyMax?: number;
}

/** Every request that identity answers, in the groups that must not hold up each other. */
export function requestHandlerGroupsOf(deps: RequestDeps): readonly HandlerGroup[] {
  // A flood of logins waits for hashes; who is logged in already must not wait behind it.
  const logins = [logIn(deps)];
  const secondFactors = secondFactorHandlers(deps);
  const hashing = [
    register(deps),
    resetPassword(deps),
    deactivateAccount(deps),
    ...secondFactors.hashing,
  ];
  const quick = [
    verifyOtp(deps),
    requestCode(deps),
    getMe(deps),
    updateMe(deps),
    findPrincipal(deps),
    getSigningKeys(deps),
    refreshToken(deps),
    logOut(deps),
    recordTokenUse(deps),
    findKey(deps),
    ...secondFactors.quick,
  ];
  // What every gateway needs in order to let anybody in waits behind nothing.
  const gateways = [checkSession(deps), listRevocations(deps), reportRevocations(deps)];
  const proofs = [assertStaffAct(deps)];
  const staff = [
    joinWaitlist(deps),
    listWaitlist(deps),
    getKyc(deps),
    listKycSubmissions(deps),
    getKycSubmission(deps),
    decideKyc(deps),
    listUsers(deps),
    getUser(deps),
    getAccountTrail(deps),
    suspendUser(deps),
    ...identityProposalHandlers(deps),
    findStaff(deps),
    listKycTiers(deps),
    createApiKey(deps),
    rotateApiKey(deps),
    changeKeyLimits(deps),
    revokeKey(deps),
    listApiKeys(deps),
  ];
  // Large messages, and as slow as the networks of those who send them.
  const documents = [
    beginKyc(deps),
    addKycPiece(deps),
    submitKyc(deps),
    dropKyc(deps),
    getKycPiece(deps),
  ];
  // What keeps a flood out must not wait behind the flood.
  const throttling = [consumeQuota(deps), clearLoginFailures(deps)];
  // Waits for transactions.
  const erasing = [eraseAccount(deps)];
  const others = [hashing, erasing, quick, gateways, proofs, staff, documents, throttling];
  return [
    { handlers: logins, concurrencyMax: passwordLimits.loginsMax },
    ...others.map((handlers) => ({ handlers })),
  ];
}

import type { RequestHandler } from "@sanu/platform";
import { addKycPiece } from "./handlers/add-kyc-piece.ts";
import { type BeginKycDeps, beginKyc } from "./handlers/begin-kyc.ts";
import {
  changeKycTierLimit,
  type KycTiersDeps,
  listKycTiers,
} from "./handlers/change-kyc-tier-limit.ts";
import { type ChangeUserDeps, changeUser } from "./handlers/change-user.ts";
import { checkSession } from "./handlers/check-session.ts";
import { type DeactivateAccountDeps, deactivateAccount } from "./handlers/deactivate-account.ts";
import { type DecideKycDeps, decideKyc } from "./handlers/decide-kyc.ts";
import { dropKyc } from "./handlers/drop-kyc.ts";
import { type EraseAccountDeps, eraseAccount } from "./handlers/erase-account.ts";
import { findPrincipal } from "./handlers/find-principal.ts";
import { getKyc } from "./handlers/get-kyc.ts";
import { getKycPiece } from "./handlers/get-kyc-piece.ts";
import { getMe } from "./handlers/get-me.ts";
import { getSigningKeys } from "./handlers/get-signing-keys.ts";
import { type JoinWaitlistDeps, joinWaitlist } from "./handlers/join-waitlist.ts";
import { getKycSubmission, listKycSubmissions } from "./handlers/list-kyc-submissions.ts";
import { listRevocations } from "./handlers/list-revocations.ts";
import { getUser, listUsers } from "./handlers/list-users.ts";
import { listWaitlist } from "./handlers/list-waitlist.ts";
import { type LogInDeps, logIn } from "./handlers/log-in.ts";
import { type LogOutDeps, logOut } from "./handlers/log-out.ts";
import { recordTokenUse } from "./handlers/record-token-use.ts";
import { type RefreshTokenDeps, refreshToken } from "./handlers/refresh-token.ts";
import { type RegisterDeps, register } from "./handlers/register.ts";
import { type RequestCodeDeps, requestCode } from "./handlers/request-code.ts";
import { type ResetPasswordDeps, resetPassword } from "./handlers/reset-password.ts";
import { type SubmitKycDeps, submitKyc } from "./handlers/submit-kyc.ts";
import { forgiveTurns, takeTurn } from "./handlers/take-turn.ts";
import { updateMe } from "./handlers/update-me.ts";
import { type VerifyOtpDeps, verifyOtp } from "./handlers/verify-otp.ts";
import type { Throttle } from "./throttle/throttle.ts";

import type { VerifyingKey } from "./tokens/signing-key.ts";

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
  DecideKycDeps &
  ChangeUserDeps &
  KycTiersDeps & {
    readonly verifyingKeys: () => readonly VerifyingKey[];
    readonly throttle: Throttle;
  };

/** Every request that identity answers, in the groups that must not hold up each other. */
export function requestHandlerGroupsOf(deps: RequestDeps): readonly (readonly RequestHandler[])[] {
  // A flood of logins waits for hashes; who is logged in already must not wait behind it.
  const hashing = [register(deps), logIn(deps), resetPassword(deps), deactivateAccount(deps)];
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
  ];
  // What every gateway needs in order to let anybody in waits behind nothing.
  const gateways = [checkSession(deps), listRevocations(deps)];
  const staff = [
    joinWaitlist(deps),
    listWaitlist(deps),
    getKyc(deps),
    listKycSubmissions(deps),
    getKycSubmission(deps),
    decideKyc(deps),
    listUsers(deps),
    getUser(deps),
    changeUser(deps),
    listKycTiers(deps),
    changeKycTierLimit(deps),
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
  const throttling = [takeTurn(deps), forgiveTurns(deps)];
  // Waits for transactions.
  const erasing = [eraseAccount(deps)];
  return [hashing, erasing, quick, gateways, staff, documents, throttling];
}

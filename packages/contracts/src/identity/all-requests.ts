import { accountRequests } from "./account-requests.ts";
import { apiKeyRequests } from "./api-key-requests.ts";
import { EraseAccount } from "./erasure.ts";
import { kycRequests } from "./kyc-requests.ts";
import {
  ClearLoginFailures,
  ConsumeQuota,
  FindPrincipal,
  GetMe,
  GetSigningKeys,
  LogIn,
  Register,
  VerifyOtp,
} from "./requests.ts";
import { secondFactorRequests } from "./second-factor-requests.ts";
import { sessionRequests } from "./session-requests.ts";
import { staffActRequests } from "./staff-acts.ts";
import { staffRequests } from "./staff-requests.ts";
import { waitlistRequests } from "./waitlist-requests.ts";

/** Every request that identity answers. Apart from them: who asks one of them takes no other. */
export const identityRequests = [
  Register,
  VerifyOtp,
  LogIn,
  GetMe,
  FindPrincipal,
  GetSigningKeys,
  ConsumeQuota,
  ClearLoginFailures,
  ...waitlistRequests,
  ...accountRequests,
  EraseAccount,
  ...sessionRequests,
  ...secondFactorRequests,
  ...apiKeyRequests,
  ...kycRequests,
  ...staffRequests,
  ...staffActRequests,
] as const;

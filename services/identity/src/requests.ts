import type { Answerer } from "@sanu/platform";
import { findPrincipal } from "./handlers/find-principal.ts";
import { getMe } from "./handlers/get-me.ts";
import { getSigningKeys } from "./handlers/get-signing-keys.ts";
import { type LogInDeps, logIn } from "./handlers/log-in.ts";
import { type RegisterDeps, register } from "./handlers/register.ts";
import { type VerifyOtpDeps, verifyOtp } from "./handlers/verify-otp.ts";

export type RequestDeps = RegisterDeps & VerifyOtpDeps & LogInDeps;

/** Every request that identity answers, in the groups that must not hold up each other. */
export function answererGroupsOf(deps: RequestDeps): readonly (readonly Answerer[])[] {
  // A flood of logins waits for hashes; who is logged in already must not wait behind it.
  const hashing = [register(deps), logIn(deps)];
  const quick = [verifyOtp(deps), getMe(deps), findPrincipal(deps), getSigningKeys(deps)];
  return [hashing, quick];
}

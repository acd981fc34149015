import type { Answerer } from "@sanu/platform";
import { findPrincipal } from "./handlers/find-principal.ts";
import { getMe } from "./handlers/get-me.ts";
import { getSigningKeys } from "./handlers/get-signing-keys.ts";
import { type LogInDeps, logIn } from "./handlers/log-in.ts";
import { type RegisterDeps, register } from "./handlers/register.ts";
import { type VerifyOtpDeps, verifyOtp } from "./handlers/verify-otp.ts";

export type RequestDeps = RegisterDeps & VerifyOtpDeps & LogInDeps;

/** Every request that identity answers, with its handler. */
export function answerersOf(deps: RequestDeps): readonly Answerer[] {
  return [
    register(deps),
    verifyOtp(deps),
    logIn(deps),
    getMe(deps),
    findPrincipal(deps),
    getSigningKeys(deps),
  ];
}

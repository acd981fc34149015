import {
  FindPrincipal,
  GetMe,
  GetSigningKeys,
  LogIn,
  Register,
  type RequestInput,
  VerifyOtp,
} from "@sanu/contracts";
import type { Asker, Call } from "./asker.ts";

export type IdentityClient = ReturnType<typeof createIdentityClient>;

/** The questions that identity answers. */
export function createIdentityClient(ask: Asker) {
  return {
    register: (input: RequestInput<typeof Register>, call: Call) => ask(Register, input, call),
    verifyOtp: (input: RequestInput<typeof VerifyOtp>, call: Call) => ask(VerifyOtp, input, call),
    logIn: (input: RequestInput<typeof LogIn>, call: Call) => ask(LogIn, input, call),
    getMe: (input: RequestInput<typeof GetMe>, call: Call) => ask(GetMe, input, call),
    findPrincipal: (input: RequestInput<typeof FindPrincipal>, call: Call) =>
      ask(FindPrincipal, input, call),
    getSigningKeys: (call: Call) => ask(GetSigningKeys, {}, call),
  };
}

import {
  CheckSession,
  DeactivateAccount,
  EraseAccount,
  FindPrincipal,
  ForgiveTurns,
  GetMe,
  GetSigningKeys,
  JoinWaitlist,
  ListRevocations,
  ListWaitlist,
  LogIn,
  LogOut,
  RecordTokenUse,
  RefreshToken,
  Register,
  RequestCode,
  type RequestInput,
  ResetPassword,
  TakeTurn,
  UpdateMe,
  VerifyOtp,
} from "@sanu/contracts";
import { sessionLimits } from "../limits.ts";
import type { Asker, Call } from "./asker.ts";

export type IdentityClient = ReturnType<typeof createIdentityClient>;

export function createIdentityClient(ask: Asker) {
  return {
    register: (input: RequestInput<typeof Register>, call: Call) => ask(Register, input, call),
    verifyOtp: (input: RequestInput<typeof VerifyOtp>, call: Call) => ask(VerifyOtp, input, call),
    logIn: (input: RequestInput<typeof LogIn>, call: Call) => ask(LogIn, input, call),
    getMe: (input: RequestInput<typeof GetMe>, call: Call) => ask(GetMe, input, call),
    findPrincipal: (input: RequestInput<typeof FindPrincipal>, call: Call) =>
      ask(FindPrincipal, input, call),
    joinWaitlist: (input: RequestInput<typeof JoinWaitlist>, call: Call) =>
      ask(JoinWaitlist, input, call),
    listWaitlist: (input: RequestInput<typeof ListWaitlist>, call: Call) =>
      ask(ListWaitlist, input, call),
    takeTurn: (input: RequestInput<typeof TakeTurn>, call: Call) => ask(TakeTurn, input, call),
    forgiveTurns: (input: RequestInput<typeof ForgiveTurns>, call: Call) =>
      ask(ForgiveTurns, input, call),
    requestCode: (input: RequestInput<typeof RequestCode>, call: Call) =>
      ask(RequestCode, input, call),
    resetPassword: (input: RequestInput<typeof ResetPassword>, call: Call) =>
      ask(ResetPassword, input, call),
    updateMe: (input: RequestInput<typeof UpdateMe>, call: Call) => ask(UpdateMe, input, call),
    deactivate: (input: RequestInput<typeof DeactivateAccount>, call: Call) =>
      ask(DeactivateAccount, input, call),
    erase: (input: RequestInput<typeof EraseAccount>, call: Call) => ask(EraseAccount, input, call),
    refreshToken: (input: RequestInput<typeof RefreshToken>, call: Call) =>
      ask(RefreshToken, input, call),
    logOut: (input: RequestInput<typeof LogOut>, call: Call) => ask(LogOut, input, call),
    checkSession: (input: RequestInput<typeof CheckSession>, call: Call) =>
      ask(CheckSession, input, soon(call)),
    recordTokenUse: (input: RequestInput<typeof RecordTokenUse>, call: Call) =>
      ask(RecordTokenUse, input, call),
    listRevocations: (input: RequestInput<typeof ListRevocations>, call: Call) =>
      ask(ListRevocations, input, soon(call)),
    getSigningKeys: (call: Call) => ask(GetSigningKeys, {}, call),
  };
}

/** What is asked again at the next beat or the next request is not worth waiting for long. */
function soon(call: Call) {
  return { ...call, deadlineAt: performance.now() + sessionLimits.askMs };
}

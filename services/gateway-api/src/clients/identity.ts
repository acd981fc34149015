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
import type { Call, RequestClient } from "./request-client.ts";

export type IdentityClient = ReturnType<typeof createIdentityClient>;

export function createIdentityClient(request: RequestClient) {
  return {
    register: (input: RequestInput<typeof Register>, call: Call) => request(Register, input, call),
    verifyOtp: (input: RequestInput<typeof VerifyOtp>, call: Call) =>
      request(VerifyOtp, input, call),
    logIn: (input: RequestInput<typeof LogIn>, call: Call) => request(LogIn, input, call),
    getMe: (input: RequestInput<typeof GetMe>, call: Call) => request(GetMe, input, call),
    findPrincipal: (input: RequestInput<typeof FindPrincipal>, call: Call) =>
      request(FindPrincipal, input, call),
    joinWaitlist: (input: RequestInput<typeof JoinWaitlist>, call: Call) =>
      request(JoinWaitlist, input, call),
    listWaitlist: (input: RequestInput<typeof ListWaitlist>, call: Call) =>
      request(ListWaitlist, input, call),
    takeTurn: (input: RequestInput<typeof TakeTurn>, call: Call) => request(TakeTurn, input, call),
    forgiveTurns: (input: RequestInput<typeof ForgiveTurns>, call: Call) =>
      request(ForgiveTurns, input, call),
    requestCode: (input: RequestInput<typeof RequestCode>, call: Call) =>
      request(RequestCode, input, call),
    resetPassword: (input: RequestInput<typeof ResetPassword>, call: Call) =>
      request(ResetPassword, input, call),
    updateMe: (input: RequestInput<typeof UpdateMe>, call: Call) => request(UpdateMe, input, call),
    deactivate: (input: RequestInput<typeof DeactivateAccount>, call: Call) =>
      request(DeactivateAccount, input, call),
    erase: (input: RequestInput<typeof EraseAccount>, call: Call) =>
      request(EraseAccount, input, call),
    refreshToken: (input: RequestInput<typeof RefreshToken>, call: Call) =>
      request(RefreshToken, input, call),
    logOut: (input: RequestInput<typeof LogOut>, call: Call) => request(LogOut, input, call),
    checkSession: (input: RequestInput<typeof CheckSession>, call: Call) =>
      request(CheckSession, input, soon(call)),
    recordTokenUse: (input: RequestInput<typeof RecordTokenUse>, call: Call) =>
      request(RecordTokenUse, input, call),
    listRevocations: (input: RequestInput<typeof ListRevocations>, call: Call) =>
      request(ListRevocations, input, soon(call)),
    getSigningKeys: (call: Call) => request(GetSigningKeys, {}, call),
  };
}

/** What is asked again at the next beat or the next request is not worth waiting for long. */
function soon(call: Call) {
  return { ...call, deadlineAt: performance.now() + sessionLimits.askMs };
}

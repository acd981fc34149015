import type { ThrottledAction } from "@sanu/contracts";
import type { OperationId } from "./route-access.ts";

/** The operations that everybody may use, but only so often; each with the name under which identity counts it. */
export const throttledOperations: Readonly<Partial<Record<OperationId, ThrottledAction>>> = {
  register: "register",
  verifyOtp: "verify-otp",
  logIn: "log-in",
  regenerateOtp: "regenerate-otp",
  reactivate: "reactivate",
  requestReset: "request-reset",
  resetPassword: "reset-password",
  joinWaitlist: "join-waitlist",
};

/** The operations by whose success a person proves who she is, and what failed before and is forgiven then. */
export const forgivingOperations: Readonly<Partial<Record<OperationId, ThrottledAction>>> = {
  logIn: "log-in",
  // A new password ends the failures with the old one.
  resetPassword: "log-in",
};

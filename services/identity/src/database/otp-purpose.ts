import type { CodeMailKind } from "./mail-kind.ts";

/** What a one-time password is for; a code for one purpose opens no other. */
export type OtpPurpose = "activate" | "reactivate" | "reset";

export const mailOfPurpose: Readonly<Record<OtpPurpose, CodeMailKind>> = {
  activate: "activation-code",
  reactivate: "reactivation-code",
  reset: "reset-code",
};

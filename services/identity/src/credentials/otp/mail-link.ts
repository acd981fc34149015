import type { AccountId } from "@sanu/kernel";
import type { Secret } from "@sanu/platform";
import type { MailKind } from "../../database/mail-kind.ts";
import { mailOfPurpose } from "../../database/otp-purpose.ts";
import { linkCodeOf } from "./otp-code.ts";

/** Everything behind the `#` stays in the browser: no server, proxy or log on the way sees it. */
export function createMailLinks(publicUrl: string, otpPepper: () => Secret) {
  return (mail: { mailId: string; accountId: AccountId; kind: MailKind }): string => {
    const page = mail.kind === mailOfPurpose.reset ? "reset" : "confirm";
    return `${publicUrl}/account/${page}#${mail.accountId}.${linkCodeOf(otpPepper(), mail.mailId)}`;
  };
}

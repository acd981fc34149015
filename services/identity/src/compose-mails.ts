import type { Secret } from "@sanu/platform";
import { createMailLinks } from "./credentials/otp/mail-link.ts";
import { createMailSender, type MailSenderOptions } from "./mail/mail-sender.ts";
import { createSmtpTransport } from "./mail/smtp-transport.ts";

type MailDeps = Omit<MailSenderOptions, "transport" | "linkOf"> & {
  readonly otpPepper: Parameters<typeof createMailLinks>[1];
};

interface MailSettings {
  readonly smtpUrl: Secret;
  readonly mailFrom: string;
  readonly publicUrl: string;
}

/** A part of `compose`: who sends the mails that are queued, by the server of the settings. */
export function mailsOf(settings: MailSettings, { otpPepper, ...deps }: MailDeps) {
  const transport = createSmtpTransport({ url: settings.smtpUrl, from: settings.mailFrom });
  const linkOf = createMailLinks(settings.publicUrl, otpPepper);
  return createMailSender({ ...deps, transport, linkOf });
}

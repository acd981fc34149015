import type { Secret } from "@sanu/platform";
import { createTransport } from "nodemailer";
import { mailLimits } from "./mail-limits.ts";

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface OutgoingMail extends MailText {
  readonly to: string;
  /** The same for every sending of one mail, so that a mailbox can show a second copy as the same mail. */
  readonly messageId: string;
}

/** Hands a mail to a mail server; throws when the server did not take it. */
export interface MailTransport {
  readonly send: (mail: OutgoingMail) => Promise<void>;
  readonly close: () => void;
}

/** Sends over SMTP; `from` is a mailbox, `Sanu <sanu@example.org>`. Every wait has an end. */
export function createSmtpTransport(options: {
  readonly url: Secret;
  readonly from: string;
}): MailTransport {
  const transport = createTransport(
    {
      url: options.url.reveal(),
      connectionTimeout: mailLimits.connectTimeoutMs,
      greetingTimeout: mailLimits.greetingTimeoutMs,
      socketTimeout: mailLimits.silenceTimeoutMs,
      // A mail is made of our own texts: nothing in it may make the mailer read a file or fetch a page.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from },
  );
  return {
    async send({ to, messageId, subject, text, html }) {
      // As an object the address is taken whole; as a text it would be parsed for more addresses.
      await transport.sendMail({
        to: { name: "", address: to },
        messageId: `<${messageId}@identity.sanu>`,
        subject,
        text,
        html,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}

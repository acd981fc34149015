import { sandboxLimits } from "../limits.ts";

/** A mail that arrived. `text` is its plain part. */
export interface Mail {
  readonly id: number;
  readonly receivedAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** The last mails that arrived, newest first. */
export interface MailStore {
  readonly add: (mail: Omit<Mail, "id">) => void;
  readonly list: (to?: string) => readonly Mail[];
  readonly clear: () => void;
}

/** Holds the newest `mailsMax`, newest first. Addresses are compared without case. */
export function createMailStore(): MailStore {
  let mails: readonly Mail[] = [];
  let id = 0;
  return {
    add(mail) {
      id += 1;
      mails = [{ id, ...mail }, ...mails].slice(0, sandboxLimits.mailsMax);
    },
    list: (to) => (to === undefined ? mails : mails.filter((mail) => isTo(mail, to))),
    clear() {
      mails = [];
    },
  };
}

function isTo(mail: Mail, address: string): boolean {
  return mail.to.some((one) => one.toLowerCase() === address.toLowerCase());
}

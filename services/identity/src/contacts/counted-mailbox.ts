import { type MailProvider, mailProviders } from "./mail-providers.ts";

/**
 * What mails to an address are counted by: its mailbox as `mailbox_of` knows it, and at all other domains without what follows a plus
 * too, since many of them ignore that. Nobody is found by it, so that two people in one count only share it. What is no address
 * stays as it is.
 */
export function countedMailbox(address: string): string {
  const at = address.indexOf("@");
  if (at < 0) return address;
  const name = address.slice(0, at).split("+")[0] ?? "";
  const domain = address.slice(at + 1);
  if (name === "") return address;
  for (const provider of mailProviders) {
    const mailbox = mailboxAt(provider, name, domain);
    if (mailbox !== undefined) return mailbox;
  }
  return `${name}@${domain}`;
}

function mailboxAt(
  { domains, isOneDomain, ignored, hasSubdomains }: MailProvider,
  name: string,
  domain: string,
): string | undefined {
  if (domains.includes(domain)) {
    let letters = name;
    for (const letter of ignored) letters = letters.replaceAll(letter, "");
    return `${letters}@${isOneDomain ? domains[0] : domain}`;
  }
  const [sub = "", ...rest] = domain.split(".");
  const parent = rest.join(".");
  return hasSubdomains && domains.includes(parent) ? `${sub}@${parent}` : undefined;
}

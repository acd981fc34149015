/**
 * The one form in which an address is stored and looked up. Mail systems treat capitals alike in practice;
 * two accounts that differ in them only would belong to one person, or to one person and an impostor.
 */
export function canonicalEmail(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}

/** A provider at which different spellings reach one mailbox. */
interface MailProvider {
  readonly domains: readonly [string, ...string[]];
  /** Whether the same name at each of the domains is one mailbox. */
  readonly isOneDomain: boolean;
  /** Letters of a name that make no difference. All of these also ignore what follows a plus (RFC 5233). */
  readonly ignored: "" | "." | "._-";
  readonly source: string;
}

/** A change of it needs a migration that makes `mailbox_of` anew. */
export const mailProviders: readonly MailProvider[] = [
  {
    domains: ["gmail.com", "googlemail.com"],
    isOneDomain: true,
    ignored: ".",
    source: "https://support.google.com/mail/answer/7436150",
  },
  {
    domains: ["proton.me", "protonmail.com", "pm.me"],
    isOneDomain: true,
    ignored: "._-",
    source: "https://proton.me/support/addresses-and-aliases",
  },
  {
    domains: [
      "outlook.com",
      "hotmail.com",
      "live.com",
      "msn.com",
      "outlook.fr",
      "hotmail.fr",
      "live.fr",
    ],
    isOneDomain: false,
    ignored: "",
    source:
      "https://learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online",
  },
  {
    domains: ["fastmail.com", "fastmail.fm"],
    isOneDomain: false,
    ignored: "",
    source:
      "https://www.fastmail.help/hc/en-us/articles/360060591053-Plus-addressing-and-subdomain-addressing",
  },
];

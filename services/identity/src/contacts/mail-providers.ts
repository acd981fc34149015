/** A provider at which different spellings reach one mailbox, and no two people have names that a rule makes equal. */
export interface MailProvider {
  readonly domains: readonly [string, ...string[]];
  /** Whether the same name at each of the domains is one mailbox. */
  readonly isOneDomain: boolean;
  /** Letters of a name that make no difference. All of these also ignore what follows a plus (RFC 5233). */
  readonly ignored: "" | "." | "._-";
  /** `tag@name.domain` is `name@domain`. */
  readonly hasSubdomains?: true;
  readonly source: string;
}

/**
 * As their pages said on 2026-11-23; identity's README has the table. A change of it needs a migration that makes `mailbox_of`
 * anew, and one that fills `mailboxes` anew.
 */
export const mailProviders: readonly MailProvider[] = [
  {
    domains: ["gmail.com", "googlemail.com"],
    isOneDomain: true,
    ignored: ".",
    source: "https://support.google.com/mail/answer/7436150",
  },
  {
    domains: ["proton.me", "protonmail.com", "pm.me", "protonmail.ch"],
    isOneDomain: true,
    ignored: "._-",
    source: "https://proton.me/support/addresses-and-aliases",
  },
  {
    domains: ["icloud.com", "me.com", "mac.com"],
    isOneDomain: true,
    ignored: "",
    source: "https://support.apple.com/118230",
  },
  {
    domains: ["yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz"],
    isOneDomain: true,
    ignored: "",
    source: "https://yandex.com/support/id/authorization/email.html",
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
      "outlook.be",
      "hotmail.be",
      "live.be",
      "outlook.de",
      "hotmail.de",
      "live.de",
      "outlook.es",
      "hotmail.es",
      "outlook.it",
      "hotmail.it",
      "live.it",
      "outlook.pt",
      "live.com.pt",
      "hotmail.co.uk",
      "live.co.uk",
      "hotmail.ca",
      "live.ca",
      "windowslive.com",
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
    hasSubdomains: true,
    source: "https://www.fastmail.help/hc/en-us/articles/360060591053",
  },
  {
    domains: ["zoho.com", "zohomail.com", "zoho.eu", "zohomail.eu", "zoho.in", "zohomail.in"],
    isOneDomain: false,
    ignored: "",
    source: "https://help.zoho.com/portal/en/kb/accounts/faqs-troubleshooting/faqs/email-address",
  },
];

type Spelling = Omit<MailProvider, "source">;

/** SQL that makes the mailbox of an address. */
export function mailboxFunction(providers: readonly Spelling[]): string {
  const cases = providers.flatMap(({ domains, isOneDomain, ignored, hasSubdomains }) => {
    const found = domains.map((domain) => `'${domain}'`).join(", ");
    const domain = isOneDomain ? `'${domains[0]}'` : "domain";
    const parent = "substr(domain, strpos(domain, '.') + 1)";
    return [
      `when domain in (${found}) then translate(name, '${ignored}', '') || '@' || ${domain}`,
      ...(hasSubdomains
        ? [`when ${parent} in (${found}) then split_part(domain, '.', 1) || '@' || ${parent}`]
        : []),
    ];
  });
  return `create or replace function mailbox_of(address text) returns text language plpgsql immutable as $$
    declare
      name text := split_part(split_part(address, '@', 1), '+', 1);
      domain text := split_part(address, '@', 2);
    begin
      return case when name = '' then address
        ${cases.join("\n        ")}
        else address end;
    end $$`;
}

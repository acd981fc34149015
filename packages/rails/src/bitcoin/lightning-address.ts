import { domainToASCII } from "node:url";

const userShape = /^[a-z0-9._+-]{1,64}$/;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** At least two labels, the last one no number: no bare host, port, path, user part or IP address. */
const domainShape = new RegExp(`^(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`);
const DOMAIN_LENGTH_MAX = 253;

/** Reads `user@domain` (LUD-16) into its canonical lower-case form with an ASCII domain, else null. */
export function readLightningAddress(text: string): string | null {
  const [user, domain, ...rest] = text.split("@");
  if (user === undefined || domain === undefined || rest.length > 0) return null;
  const canonicalDomain = readPublicDomain(domain);
  const canonicalUser = user.toLowerCase();
  if (canonicalDomain === null || !userShape.test(canonicalUser)) return null;
  return `${canonicalUser}@${canonicalDomain}`;
}

/** Reads a domain name that can be public; whether its addresses are is checked when connecting. */
export function readPublicDomain(text: string): string | null {
  // URL parsing would drop or decode these, and `domainToASCII` with it.
  if (/[\s/\\?#:%@]/.test(text)) return null;
  const domain = domainToASCII(text.toLowerCase());
  return domain.length <= DOMAIN_LENGTH_MAX && domainShape.test(domain) ? domain : null;
}

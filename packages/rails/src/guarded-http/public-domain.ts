import { domainToASCII } from "node:url";

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** At least two labels, the last one no number: no bare host, port, path, user part or IP address. */
const domainShape = new RegExp(`^(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`);
const DOMAIN_LENGTH_MAX = 253;

/** Reads a domain name that can be public; whether its addresses are is checked when connecting. */
export function readPublicDomain(text: string): string | null {
  // URL parsing would drop or decode these, and `domainToASCII` with it.
  if (/[\s/\\?#:%@]/.test(text)) return null;
  const domain = domainToASCII(text.toLowerCase());
  return domain.length <= DOMAIN_LENGTH_MAX && domainShape.test(domain) ? domain : null;
}

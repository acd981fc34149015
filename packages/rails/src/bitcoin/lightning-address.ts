import { readPublicDomain } from "../guarded-http/public-domain.ts";

const userShape = /^[a-z0-9._+-]{1,64}$/;

/** Reads `user@domain` (LUD-16) into its canonical lower-case form with an ASCII domain, else null. */
export function readLightningAddress(text: string): string | null {
  const [user, domain, ...rest] = text.split("@");
  if (user === undefined || domain === undefined || rest.length > 0) return null;
  const canonicalDomain = readPublicDomain(domain);
  const canonicalUser = user.toLowerCase();
  if (canonicalDomain === null || !userShape.test(canonicalUser)) return null;
  return `${canonicalUser}@${canonicalDomain}`;
}

/** Where LUD-16 says that a Lightning address is asked. */
export function urlOfLightningAddress(canonical: string): string {
  const [user = "", domain = ""] = canonical.split("@");
  return `https://${domain}/.well-known/lnurlp/${user}`;
}

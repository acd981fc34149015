import { readPublicDomain } from "./public-domain.ts";

const URL_LENGTH_MAX = 2_000;

/** HTTPS on its own port to a domain that can be public, without a user part; else null. No literal address is one. */
export function readPublicUrl(text: string): URL | null {
  const url = text.length > URL_LENGTH_MAX ? null : URL.parse(text);
  if (url === null || url.protocol !== "https:") return null;
  const isPlain = url.port === "" && url.username === "" && url.password === "";
  return isPlain && readPublicDomain(url.hostname) === url.hostname ? url : null;
}

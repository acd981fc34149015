import { bech32 } from "@scure/base";
import { readPublicDomain } from "./lightning-address.ts";

const URL_LENGTH_MAX = 2_000;

/** LUD-01, in lower case. */
export interface Lnurl {
  readonly text: string;
  readonly url: string;
}

/** Null: wrong checksum, not HTTPS, or a host or port that is not public. */
export function readLnurl(text: string): Lnurl | null {
  const decoded = bech32.decodeUnsafe(text, false);
  if (decoded === undefined || decoded.prefix.toLowerCase() !== "lnurl") return null;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  if (bytes === undefined || bytes.length > URL_LENGTH_MAX) return null;
  const url = URL.parse(new TextDecoder("utf-8").decode(bytes));
  if (url === null || !isPublicHttps(url)) return null;
  return { text: text.toLowerCase(), url: url.href };
}

function isPublicHttps(url: URL): boolean {
  const isPlain = url.port === "" && url.username === "" && url.password === "";
  return url.protocol === "https:" && isPlain && readPublicDomain(url.hostname) !== null;
}

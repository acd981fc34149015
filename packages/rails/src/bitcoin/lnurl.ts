import { bech32 } from "@scure/base";
import { readPublicUrl } from "../guarded-http/public-url.ts";

/** LUD-01, in lower case. */
export interface Lnurl {
  readonly text: string;
  readonly url: string;
}

/** Null: wrong checksum, or an address that no stranger may name. */
export function readLnurl(text: string): Lnurl | null {
  const decoded = bech32.decodeUnsafe(text, false);
  if (decoded === undefined || decoded.prefix.toLowerCase() !== "lnurl") return null;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  if (bytes === undefined) return null;
  const url = readPublicUrl(new TextDecoder("utf-8").decode(bytes));
  return url === null ? null : { text: text.toLowerCase(), url: url.href };
}

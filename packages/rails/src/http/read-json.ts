import { isStorableText } from "@sanu/kernel";

/** The only ways in which JSON can hold a NUL or half of a surrogate pair: its bytes are UTF-8, and have neither. */
const doubtful = /\\u(?:0000|d[89a-f])/i;

/**
 * Every answer and callback is read here. A text that Postgres does not store is left out, as if it had not been said: what needs it is
 * unknown then, and what stands beside it is read; were all of the answer unreadable, one stranger's name in a list would hide what
 * others paid. `undefined` for a page, a broken body or none; who means yes or no says it in JSON.
 */
export function readJson(text: string): unknown {
  try {
    return doubtful.test(text) ? JSON.parse(text, storable) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A name without which others could mean something else is no text that can be left out. */
function storable(name: string, value: unknown): unknown {
  if (!isStorableText(name)) throw new SyntaxError("A name that cannot be stored");
  return typeof value === "string" && !isStorableText(value) ? undefined : value;
}

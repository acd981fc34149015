import { gatewayLimits } from "../limits.ts";

export type ReadJson =
  | { readonly kind: "read"; readonly value: unknown }
  | { readonly kind: "malformed" };

const malformed: ReadJson = { kind: "malformed" };
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a JSON text (RFC 8259) strictly: UTF-8 without a broken byte, no key twice in one object and no
 * `__proto__` (two readers of such a text can see different values), not deeper than 16. An empty body is an
 * empty object, so that a client learns which fields it owes.
 */
export function readJson(bytes: Uint8Array): ReadJson {
  try {
    const text = utf8.decode(bytes);
    if (text === "") return { kind: "read", value: {} };
    const value: unknown = JSON.parse(text);
    return isUnambiguous(text) ? { kind: "read", value } : malformed;
  } catch {
    return malformed;
  }
}

/** Strings, and the marks that open and close objects and lists; nothing else of a valid text matters here. */
const marks = /"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}[\]]/g;

function isUnambiguous(text: string): boolean {
  /** The keys of each open object, `undefined` for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (const [mark, isKey] of text.matchAll(marks)) {
    if (mark === "{" || mark === "[") {
      if (open.length === gatewayLimits.jsonDepthMax) return false;
      open.push(mark === "{" ? new Set() : undefined);
    } else if (mark === "}" || mark === "]") {
      open.pop();
    } else if (isKey !== undefined && !isNewKey(mark, open.at(-1))) {
      return false;
    }
  }
  return true;
}

function isNewKey(quoted: string, keys: Set<string> | undefined): boolean {
  const key = quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  if (keys === undefined || keys.has(key) || key === "__proto__") return false;
  keys.add(key);
  return true;
}

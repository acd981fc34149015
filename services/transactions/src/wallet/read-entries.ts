import type { FieldErrors, FieldRule } from "@sanu/contracts";
import type { WalletEntry } from "./wallet-entry.ts";

export type TextReading = { readonly canonical: string } | { readonly broken: FieldRule };

export type EntriesReading =
  | { readonly kind: "entries"; readonly entries: readonly WalletEntry[] }
  | { readonly kind: "broken"; readonly fields: FieldErrors };

/** How the fields of the list are called in public: `receivers.3.receiver_address`. */
export interface EntryFields {
  readonly list: string;
  readonly text: string;
}

/** Reads a whole list as a person wrote it. All broken fields are named at once, each with its place in the list. */
export function readEntries(
  written: readonly WalletEntry[],
  names: EntryFields,
  read: (text: string) => TextReading,
): EntriesReading {
  const fields: Record<string, FieldRule[]> = {};
  const entries: WalletEntry[] = [];
  for (const [index, entry] of written.entries()) {
    const at = `${names.list}.${index}`;
    const reading = readOnce(entry.text, entries, read);
    if ("broken" in reading) fields[`${at}.${names.text}`] = [reading.broken];
    if (entry.isDefault && written.slice(0, index).some(({ isDefault }) => isDefault)) {
      fields[`${at}.is_default`] = ["second-default"];
    }
    if ("canonical" in reading) entries.push({ ...entry, text: reading.canonical });
  }
  return Object.keys(fields).length === 0
    ? { kind: "entries", entries }
    : { kind: "broken", fields };
}

/** Two ways to write one receiver are one receiver. */
function readOnce(
  text: string,
  before: readonly WalletEntry[],
  read: (text: string) => TextReading,
): TextReading {
  const reading = read(text);
  if ("broken" in reading) return reading;
  const isKnown = before.some((entry) => entry.text === reading.canonical);
  return isKnown ? { broken: "listed-twice" } : reading;
}

import { findTextAt } from "./read-json.ts";

/** The six digits in the newest mail of the mail page's response; `undefined` while no mail has any. */
export function findCode(mails: string): string | undefined {
  const text = findTextAt(mails, "mails", "0", "text") ?? "";
  // The mail also carries the user id, a UUID, whose parts can look like a code.
  return /(?<![\w-])\d{6}(?![\w-])/.exec(text)?.[0];
}

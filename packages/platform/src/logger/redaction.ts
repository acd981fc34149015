import { HIDDEN } from "../config/secret.ts";

/** Written without `-`, `_` and capitals. Errs on the side of hiding: log lines are copied to more places than rows. */
export const hiddenFields: ReadonlySet<string> = new Set([
  "accesstoken",
  "address",
  "apikey",
  "authorization",
  "body",
  "cookie",
  "destination",
  "email",
  "hmackey",
  "invoice",
  "ip",
  "link",
  "mail",
  "number",
  "otp",
  "password",
  "passwordconfirmation",
  "payernumber",
  "paymenturl",
  "phone",
  "providerurl",
  "rawbody",
  "rawbodybase64",
  "receiver",
  "receiveraddress",
  "remoteaddress",
  "secret",
  "setcookie",
  "signature",
  "to",
  "token",
  "user",
  "whatsapp",
]);

/** Deeper parts of a logged object are not looked at, and so not written. */
const depthMax = 6;

export function redacted(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    copy[name] = isHidden(name, value) ? HIDDEN : redactedValue(value, depth);
  }
  return copy;
}

function isHidden(name: string, value: unknown): boolean {
  const plain = name.replaceAll(/[-_]/g, "").toLowerCase();
  // A `code` of digits is a one-time password; one of letters is the code of a problem.
  if (plain === "code") return /^\d{4,8}$/.test(String(value));
  return hiddenFields.has(plain) && value !== null && value !== undefined;
}

function redactedValue(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth >= depthMax) return "[deeper]";
  if (Array.isArray(value)) return value.map((part: unknown) => redactedValue(part, depth + 1));
  // Errors, requests and replies have serialisers of their own.
  return isPlain(value) ? redacted(value, depth + 1) : value;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const emailLike = /[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi;
const tokenLike = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g;
const credentialsInUrl = /:\/\/[^\s/:@"]{0,256}:[^\s/@"]{1,256}@/g;
const phoneLike = /\+\d{8,15}(?!\d)/g;

/** The last net: addresses, bearer tokens, phone numbers and passwords in URLs are cut out of any text. */
export function scrubbed(text: string): string {
  let clean = text;
  if (clean.includes("://")) clean = clean.replaceAll(credentialsInUrl, `://${HIDDEN}@`);
  if (clean.includes("@")) clean = clean.replaceAll(emailLike, HIDDEN);
  if (clean.includes("eyJ")) clean = clean.replaceAll(tokenLike, HIDDEN);
  if (clean.includes("+")) clean = clean.replaceAll(phoneLike, HIDDEN);
  return clean;
}

/** What the server does for a user of that name; for every other it does all as it should. */
const lnurlBehaviours = [
  /** The first answer. */
  "unknown-user",
  "other-tag",
  "takes-less",
  "redirect",
  "page",
  "fault",
  "endless",
  "drip",
  "silent",
  "packed-bomb",
  "long-header",
  "callback-inside",
  "callback-literal",
  "callback-port",
  "callback-clear",
  /** The second. */
  "refuses",
  "wrong-amount",
  "one-msat-more",
  "no-amount",
  "wrong-hash",
  "no-hash",
  "wrong-network",
  "expired",
  "no-invoice",
  "secret-action",
  "redirects-callback",
  "silent-callback",
] as const;

export type LnurlBehaviour = (typeof lnurlBehaviours)[number];

export function lnurlBehaviourOf(user: string): LnurlBehaviour | "good" {
  return lnurlBehaviours.find((behaviour) => behaviour === user) ?? "good";
}

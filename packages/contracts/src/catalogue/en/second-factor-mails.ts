import type { secondFactorMails as french } from "../fr/second-factor-mails.ts";
import type { SameWords } from "../gaps.ts";

const warnings = ["It was not you? Change your password at once and tell another admin."] as const;

export const secondFactorMails: SameWords<typeof french> = {
  "second-factor-added": {
    subject: "A second factor was added to your Sanu account",
    title: "A second factor was added",
    lead: "An authenticator app or a passkey now protects your Sanu account.",
    below: "Keep your recovery codes in a safe place: each of them works once.",
    warnings,
  },
  "second-factor-removed": {
    subject: "A second factor was removed from your Sanu account",
    title: "A second factor was removed",
    lead: "An authenticator app or a passkey counts no more for your Sanu account.",
    below: "Your other sessions have to confirm a second factor again.",
    warnings,
  },
  "second-factors-reset": {
    subject: "Your Sanu second factors were reset",
    title: "Your second factors were reset",
    lead: "An operator deleted all second factors and recovery codes of your Sanu account.",
    below: "All sessions were closed. Log in again and add a second factor.",
    warnings,
  },
  "recovery-code-used": {
    subject: "A Sanu recovery code was used",
    title: "A recovery code was used",
    lead: "A recovery code has just been used in place of your second factor.",
    below: "That code works no more. You can ask for new ones in your account.",
    warnings,
  },
  "recovery-codes-renewed": {
    subject: "Your Sanu recovery codes were replaced",
    title: "Your recovery codes were replaced",
    lead: "New recovery codes were made for your Sanu account.",
    below: "The old ones work no more.",
    warnings,
  },
};

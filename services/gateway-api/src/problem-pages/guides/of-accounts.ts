import type { ProblemGuide } from "./problem-guide.ts";

/** What the account of a person, and what the staff does with it, may answer. */
export const ofAccounts = {
  "invalid-credentials": {
    cause:
      "There is no such account, or the password is another one. Which of the two is not told.",
    remedy: "Let the person type again, or ask for a new password (`auth/password/reset-request`).",
  },
  "account-not-verified": {
    cause: "The address of the account was not proved with the code that was mailed.",
    remedy: "Ask for the code (`auth/verify-otp`), or have a new one sent (`auth/regenerate-otp`).",
  },
  "account-deactivated": {
    cause: "The person closed the account.",
    remedy: "Offer to open it again (`auth/reactivate`, then `auth/verify-otp`).",
  },
  "account-suspended": {
    cause: "The staff suspended the account.",
    remedy:
      "Show the message. Only the staff can lift it; money that is under way is looked after.",
  },
  "account-in-use": {
    cause: "Something of the account is still open: a transaction, a refund, a review.",
    remedy: "Try again once all of it has ended (`GET transactions`).",
  },
  "kyc-already-pending": {
    cause: "Documents of this person are being checked.",
    remedy: "Show the state (`GET kyc`); a mail tells the decision.",
  },
  "kyc-already-complete": {
    cause: "The account has the highest tier.",
    remedy: "Do not offer the verification any more.",
  },
  "kyc-already-decided": {
    cause: "Somebody else of the staff decided about this submission otherwise.",
    remedy: "Read the submission again.",
  },
  "kyc-tiers-out-of-order": {
    cause: "The limit of a tier would be above that of the next one.",
    remedy: "Change the other tier first.",
  },
  "last-admin": {
    cause: "Without this account nobody could give roles any more.",
    remedy: "Give the role to another account first.",
  },
  "user-not-verified": {
    cause: "The address of the account is not proved, so it can be given no tier or role.",
    remedy: "Have the person enter the mailed code first.",
  },
  "second-factor-required": {
    cause: "The staff acts only in a session that was confirmed with a second factor.",
    remedy: "Confirm it (`auth/step-up`), or add a factor first (`auth/second-factors`).",
  },
  "step-up-required": {
    cause: "Acts on money and on factors take a fresh proof of the second factor.",
    remedy: "Confirm the factor again (`auth/step-up`), then repeat the request.",
  },
  "last-second-factor": {
    cause: "Without this factor the account of the staff would have none.",
    remedy: "Add another one, then remove this one.",
  },
  "too-many-second-factors": {
    cause: "The account has as many factors as one may have.",
    remedy: "Remove one that is no longer used.",
  },
  "too-many-api-keys": {
    cause: "The account has as many keys as one may have.",
    remedy: "Revoke one that is no longer used.",
  },
} as const satisfies Readonly<Record<string, ProblemGuide>>;

import type {
  account as frenchAccount,
  secondFactors as frenchFactors,
  kycTiers as frenchTiers,
} from "../fr/account.ts";
import type { SameWords } from "../gaps.ts";

export const account: SameWords<typeof frenchAccount> = {
  registered: "Registered. A verification code has been sent to you by email.",
  verified: "Your account is active.",
  loggedIn: "Logged in.",
  codeSent: {
    regenerate: "If an account is waiting for a code, it has been sent by email.",
    reactivate: "If a deactivated account has this address, a code has been sent by email.",
    reset: "If an account has this address, a code has been sent by email.",
  },
  passwordReset: "Your password has been changed. Log in again.",
  deactivated:
    "Your account is deactivated, and your standing orders have ended. You can reopen it at any time with a code sent to your email address.",
  erased: "Your account and everything about you are deleted.",
  sealed:
    "Your account and everything about you are deleted. What the law obliges us to keep is sealed, and will be deleted at the given date.",
  erasing: "Your account is being deleted. Try again in a few minutes to learn the outcome.",
  refreshed: "Session extended.",
  loggedOut: "Logged out.",
  documentsReceived: "Your documents have been received and will be checked.",
  waitlisted: "You are on the waitlist.",
};

export const secondFactors: SameWords<typeof frenchFactors> = {
  begun: "Add this key to your authenticator app, then confirm a code.",
  challenged: "Confirm with your passkey.",
  added: "Second factor added.",
  removed: "Second factor removed.",
  renewed: "These are your new recovery codes. The old ones work no more.",
  confirmed: "Second factor confirmed.",
};

export const kycTiers: SameWords<typeof frenchTiers> = {
  0: { name: "Tier 0", description: "Email address verified" },
  1: { name: "Tier 1", description: "Identity declared" },
  2: { name: "Tier 2", description: "Identity verified" },
  3: { name: "Tier 3", description: "Enhanced verification" },
};

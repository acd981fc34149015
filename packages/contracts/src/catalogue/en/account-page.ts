import type { accountPage as french } from "../fr/account-page.ts";
import type { SameWords } from "../gaps.ts";

export const accountPage: SameWords<typeof french> = {
  confirm: {
    title: "Confirm your address",
    lead: "One last step, and your Sanu account is open.",
    button: "Open my account",
  },
  reset: {
    title: "Choose a new password",
    lead: "All your open sessions will be closed.",
    button: "Change the password",
  },
  email: "E-mail address",
  password: "New password",
  elsewhere:
    "This link was used, has expired, or was not asked for in this browser. Nothing has changed: open it where you asked for it, or type the code.",
  noScript:
    "Without JavaScript this button sends nothing. Turn it on, or type the code of the mail where you asked for it.",
  away: "Sanu does not answer. Try again in a moment: the link stays valid until it is used or expires.",
};

import type { sandboxPage as french } from "../fr/sandbox-page.ts";
import type { SameWords } from "../gaps.ts";

export const sandboxPage: SameWords<typeof french> = {
  title: "Mobile payment",
  notice: "Sandbox: no real money is taken.",
  number: "Number",
  channel: "Network",
  purpose: "Purpose",
  approve: "Approve",
  decline: "Decline",
  back: "Return to the merchant",
  unknown: "There is no such payment.",
  status: {
    pending: "Waiting for your approval",
    completed: "Payment made",
    reversed: "Payment reversed",
    declined: "Payment declined",
    insufficient_funds: "Balance too low",
    expired: "Payment expired",
    cancelled: "Payment cancelled",
  },
};

import type { staffProblems as french } from "../fr/staff-problems.ts";
import type { SameWords } from "../gaps.ts";

export const staffProblems: SameWords<typeof french> = {
  "outcome-unknown":
    "The outcome of a payment, a payout or a refund is still unknown. Nothing has changed: propose a verdict first.",
  "case-closed": "This case is closed. Nothing has changed: there is nothing you have to do.",
  "case-decided":
    "A verdict of this case is already approved, and stands. There is nothing you have to do.",
  "two-people-needed":
    "What is given back outside our rails takes two people. Nothing has changed: propose `paid-by-hand` in the case of that refund.",
  "verdict-not-possible":
    "This verdict is not possible for this case. Nothing has changed: read the case and choose another one.",
  "verdict-amount-mismatch":
    "The amount of the verdict is not that of the case. Nothing has changed: read the case and propose again.",
  "reference-is-number":
    "The reference looks like a phone number. Nothing was noted: state the provider's own.",
  "reference-in-use":
    "This reference is that of another transaction or of another verdict. Nothing has changed: check it with the provider.",
  "proposal-pending":
    "Another proposal waits to be approved or withdrawn. Decide about that one first.",
  "proposal-not-open": "There is no such proposal, or it was withdrawn. Propose again.",
  "proposal-expired": "This proposal has expired, and nothing has changed. Propose again.",
  "proposal-mismatch":
    "What was approved is not what was proposed. Nothing has changed: read it again.",
  "proposal-outdated":
    "What this proposal speaks of has changed since. It did nothing: propose again.",
  "proposal-void": "Whoever made this proposal is no longer on the staff. Propose again.",
  "approver-too-new":
    "This proposal was made before you were on the staff. Somebody else has to approve it.",
  "own-account":
    "Nobody decides about her own account, transactions or cases. Somebody else has to.",
  "own-proposal": "A proposal has to be approved by somebody else. It still waits.",
  "second-factor-required": "Confirm this session with your second factor first.",
  "step-up-required": "Confirm your second factor again: the last confirmation is too old.",
  "last-second-factor": "This is your last second factor. Add another one before you remove it.",
  "too-many-second-factors": "You already have {factorsMax} second factors. Remove one first.",
  "too-many-api-keys": "{keysMax} keys count already. Revoke one first.",
  "too-many-proposals":
    "{openMax} proposals of yours wait already. Withdraw one, or have one decided, first.",
};

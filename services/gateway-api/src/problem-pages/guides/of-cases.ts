import type { ProblemGuide } from "./problem-guide.ts";

/** What the staff's reviews, cases and proposals may answer. */
export const ofCases = {
  "not-in-review": {
    cause: "Nobody has to look at this transaction, or somebody has already.",
    remedy: "Read the transaction again.",
  },
  "money-is-owed": {
    cause: "A review cannot be closed while somebody is owed money.",
    remedy: "Order the refund, or say that it was returned and how.",
  },
  "nothing-to-refund": {
    cause: "Nothing came in, or all of it was given back already, or it goes back in another way.",
    remedy: "Read the transaction; its refunds say what was given back.",
  },
  "outcome-unknown": {
    cause: "A movement of money has not been answered yet, and a guess could pay it twice.",
    remedy: "Wait for the provider's answer, or propose a verdict in the case with its proof.",
  },
  "case-closed": {
    cause: "The case has ended.",
    remedy: "Read it; its verdict stands there.",
  },
  "case-decided": {
    cause: "Two people have decided already, and it is being carried out.",
    remedy: "Read the case again.",
  },
  "two-people-needed": {
    cause: "Money that is given back outside of our rails takes two people.",
    remedy: "Propose `paid-by-hand` in the case of that refund.",
  },
  "verdict-not-possible": {
    cause: "A case of this kind, or in this state, takes no such verdict.",
    remedy: "Read the case again and propose what fits its question.",
  },
  "verdict-amount-mismatch": {
    cause: "The amount of the verdict is not what the case is about.",
    remedy: "Read the case again and take its amount.",
  },
  "reference-is-number": {
    cause: "Instead of the provider's reference there is what looks like a phone number.",
    remedy: "Give the reference of the provider's own statement.",
  },
  "reference-in-use": {
    cause: "Another transaction or verdict has this reference: one payment cannot prove two.",
    remedy: "Look it up in the provider's statement.",
  },
  "proposal-pending": {
    cause: "There is a proposal about the same, which waits for another person.",
    remedy:
      "Have it approved or withdrawn first. One that says `paid-by-hand` stands when it has expired too: say it again, or withdraw it.",
  },
  "too-many-proposals": {
    cause: "As many proposals of this person as may wait for another one do.",
    remedy: "Withdraw what is not wanted any more, or have another one of the staff decide.",
  },
  "proposal-not-open": {
    cause: "There is no such proposal, or it was withdrawn or carried out.",
    remedy: "List the proposals again.",
  },
  "proposal-expired": {
    cause: "Nobody approved it in time.",
    remedy: "Propose again.",
  },
  "proposal-mismatch": {
    cause: "The hash that was approved is not that of what was proposed.",
    remedy: "Read the proposal, and approve the hash that it shows.",
  },
  "proposal-outdated": {
    cause: "What the proposal is about has changed since it was made.",
    remedy: "Propose again, about how it stands now.",
  },
  "proposal-void": {
    cause: "Who made it has lost the role since.",
    remedy: "Somebody of the staff proposes it again.",
  },
  "approver-too-new": {
    cause: "The approver joined the staff after the proposal was made.",
    remedy: "Another one of the staff approves it.",
  },
  "own-account": {
    cause: "The act is about the account of who does it, or about its transactions.",
    remedy: "Another one of the staff does it.",
  },
  "own-proposal": {
    cause: "Who proposed cannot approve as well.",
    remedy: "Another one of the staff approves it.",
  },
} as const satisfies Readonly<Record<string, ProblemGuide>>;

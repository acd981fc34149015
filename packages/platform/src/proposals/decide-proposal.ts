import type { ProposalDecision, ProposalRefusal } from "@sanu/contracts";
import { type AccountId, type Instant, msBetween } from "@sanu/kernel";
import type { Proposal, ProposalTerms, Standing } from "./proposal.ts";

export interface DecideProposal {
  readonly decision: ProposalDecision;
  readonly by: AccountId;
  /** Of the content that was read. */
  readonly contentSha256: string | null;
  readonly decider: Standing;
  readonly proposer: Standing;
  readonly terms: Omit<ProposalTerms, "proposalValidMs">;
  readonly at: Instant;
}

export type Settlement = "executed" | "rejected" | "withdrawn" | "void";

export type ProposalOutcome =
  | { readonly kind: "settle"; readonly as: Settlement }
  | { readonly kind: "nothing-new" }
  | { readonly kind: "refused"; readonly code: ProposalRefusal };

const settledBy = { approve: "executed", reject: "rejected", withdraw: "withdrawn" } as const;

/** Who may decide about a proposal, and what becomes of it. Pure; whether the act itself is possible the act decides. */
export function decideProposal(proposal: Proposal, command: DecideProposal): ProposalOutcome {
  const { decision, by } = command;
  const { status, decidedBy, proposedBy, accountId } = proposal;
  if (status !== "proposed") {
    if (status === settledBy[decision] && decidedBy === by) return { kind: "nothing-new" };
    return refused(status === "void" ? "proposal-void" : "proposal-not-open");
  }
  if (!command.decider.mayDecide) return refused("forbidden");
  if (by === accountId) return refused("own-account");
  switch (decision) {
    case "withdraw":
      return by === proposedBy ? settle("withdrawn") : refused("forbidden");
    case "reject":
      return by === proposedBy ? refused("own-proposal") : settle("rejected");
    case "approve":
      return approve(proposal, command);
  }
}

function approve(proposal: Proposal, command: DecideProposal): ProposalOutcome {
  const { by, contentSha256, decider, proposer, terms, at } = command;
  if (contentSha256 !== proposal.contentSha256) return refused("proposal-mismatch");
  if (msBetween(proposal.expiresAt, at) >= 0) return refused("proposal-expired");
  if (!proposer.mayDecide) return settle("void");
  if (by === proposal.proposedBy) {
    const isEnough = terms.isSoleAdminAllowed && decider.isOnlyAdmin === true;
    return isEnough ? settle("executed") : refused("own-proposal");
  }
  return isNewcomer(decider, proposal, command) ? refused("approver-too-new") : settle("executed");
}

/** Who was made one of the staff behind the proposal may have been made for it. */
export function isNewcomer(
  { since }: Pick<Standing, "since">,
  { proposedAt }: Pick<Proposal, "proposedAt">,
  { at, terms }: { readonly at: Instant; readonly terms: Pick<ProposalTerms, "newcomerWaitsMs"> },
): boolean {
  if (since === null) return true;
  return msBetween(proposedAt, since) > 0 && msBetween(since, at) < terms.newcomerWaitsMs;
}

function settle(as: Settlement): ProposalOutcome {
  return { kind: "settle", as };
}

function refused(code: ProposalRefusal): ProposalOutcome {
  return { kind: "refused", code };
}

import { identityProposals, transactionsProposals } from "@sanu/contracts";

/** The services in which something takes two people. */
export const proposalServices = [transactionsProposals, identityProposals] as const;

export type ProposalRequests = (typeof proposalServices)[number];

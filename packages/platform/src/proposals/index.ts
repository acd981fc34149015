export { decideProposal, isNewcomer } from "./decide-proposal.ts";
export type { Proposal, ProposalTerms, Standing } from "./proposal.ts";
export {
  type ApprovedProposal,
  type AsOf,
  type Execution,
  type OperationsOf,
  type ProposalDeps,
  type ProposedOperation,
  proposalHandlers,
} from "./proposal-handlers.ts";
export {
  approvalSettings,
  proposalTermsOf,
  proposalWatchRule,
  soleAdminPart,
} from "./settings.ts";
export {
  findProposal,
  insertProposal,
  newProposal,
  proposalLimits,
  proposalView,
  proposeOnce,
  refusedAnother,
} from "./statements.ts";
export { proposalConstraint, proposalTables } from "./tables.ts";

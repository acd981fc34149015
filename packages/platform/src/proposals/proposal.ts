import type { ProposalOperation, ProposalStatus } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";

/**
 * An act of the staff that takes two people:
 *
 *   none ──propose──▶ proposed ──approve, by somebody else──▶ executed, in the commit of the act
 *                        │ │ └──reject, by somebody else──▶ rejected
 *                        │ └────withdraw, by who proposed──▶ withdrawn
 *                        └──its time is over──▶ expired; its proposer is of the staff no more──▶ void
 */
export interface Proposal {
  readonly proposalId: string;
  readonly operation: ProposalOperation;
  /** Whom it is about. */
  readonly accountId: AccountId | null;
  /** JSON, byte for byte what its hash was made of. */
  readonly content: string;
  readonly contentSha256: string;
  readonly status: Exclude<ProposalStatus, "expired">;
  readonly proposedBy: AccountId;
  readonly proposedAt: Instant;
  readonly expiresAt: Instant;
  readonly decidedBy: AccountId | null;
  readonly decidedAt: Instant | null;
  /** Null where it was erased. */
  readonly reason: string | null;
  readonly decisionReason: string | null;
}

/** What a person may now, as identity says. */
export interface Standing {
  /** Has the role that the operation takes, and is not suspended. */
  readonly mayDecide: boolean;
  /** Since when she is of the staff; null where she is not. */
  readonly since: Instant | null;
  /** Nobody else has the role of an admin, not even suspended. */
  readonly isOnlyAdmin?: boolean;
}

export interface ProposalTerms {
  readonly proposalValidMs: number;
  /** For so long who became one of the staff approves nothing that was proposed before that. */
  readonly newcomerWaitsMs: number;
  /** An installation with one admin: as long as she is the only one, who proposed may approve. */
  readonly isSoleAdminAllowed: boolean;
}

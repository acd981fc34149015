import type { CaseKind, CaseSubject, Money, Proposed } from "@sanu/contracts";
import type { AccountId, CaseId, Instant, TransactionId } from "@sanu/kernel";
import type { DifferenceOfCase } from "./events.ts";

/**
 * Something that a person has to look at, from the moment it was found until it is settled:
 *
 *   none ──open──▶ open ──propose──▶ proposed ──approve, by somebody else──▶ approved
 *                   ▲ │                │   │                                    │
 *                   │ │   withdraw, or └───┘ propose again, once it expired     │
 *                   └─┼────────────────┘                                        │
 *                     └── what came answers it, or a proposal to close is approved ──▶ closed
 *
 * An approved verdict concludes an attempt of payments or payouts; what follows from that there closes the case. One about
 * held money is carried out, and closes its case, in the commit of the approval.
 */
export type Case = { readonly status: "none" } | ExistingCase;

export type ExistingCase =
  | (Found & { readonly status: "open"; readonly withdrawnId: string | null })
  | (Found & { readonly status: "proposed"; readonly proposal: Proposal })
  | (Found & { readonly status: "approved"; readonly proposal: Approved })
  | (Found & {
      readonly status: "closed";
      readonly proposal: Approved | null;
      readonly withdrawnId: string | null;
    });

/** What was found; it never changes. */
export interface Found {
  readonly caseId: CaseId;
  readonly kind: CaseKind;
  readonly subject: CaseSubject;
  readonly transactionId: TransactionId | null;
  /** What is at stake, where the finding says how much. */
  readonly money: Money | null;
  /** What a provider shows in its place, where it is about that. */
  readonly shown?: Money | undefined;
  /** Of a statement: what differs, and by whose finding. */
  readonly difference?: DifferenceOfCase | undefined;
  readonly since: Instant;
}

export interface Proposal {
  readonly proposalId: string;
  readonly proposed: Proposed;
  readonly evidenceSha256: string;
  readonly proposedBy: AccountId;
  readonly proposedAt: Instant;
  readonly expiresAt: Instant;
  /** Facts have answered the case meanwhile: it ends with the proposal, however that does. */
  readonly isAnswered?: true;
}

interface Approved extends Proposal {
  readonly approvedBy: AccountId;
}

export const noCase: Case = { status: "none" };

import {
  CaseKind,
  CaseSubject,
  DifferenceKind,
  eventsOf,
  InstantText,
  idOf,
  Leg,
  MoneyText,
  MovementSide,
  Proposed,
} from "@sanu/contracts";
import type { AccountId, CaseId, TransactionId } from "@sanu/kernel";
import { z } from "zod";

const accountId = idOf<AccountId>();
const event = eventsOf({ caseId: idOf<CaseId>() });
const ofProposal = { proposalId: z.string() };

const ofFinding = {
  foundBy: z.enum(["payments", "payouts"]),
  differenceId: z.uuid(),
  foundAt: InstantText,
};

/** What a statement and our log do not say alike, as it was found. */
const DifferenceOfCase = z.object({
  ...ofFinding,
  kind: DifferenceKind,
  name: z.string().nullable(),
  reference: z.string().nullable(),
  booked: MovementSide.nullable(),
  stated: MovementSide.nullable(),
});
export type DifferenceOfCase = z.output<typeof DifferenceOfCase>;

/** Something was found that a person has to look at. */
const CaseOpened = event("CaseOpened", {
  kind: CaseKind,
  subject: CaseSubject,
  transactionId: idOf<TransactionId>().nullable(),
  money: MoneyText.nullable(),
  /** What a provider shows in its place, where a case is about that. */
  shown: MoneyText.optional(),
  /** Where a case is about a statement. */
  difference: DifferenceOfCase.optional(),
  /** Since when it is so, which may be long before it was found. */
  since: InstantText,
  openedAt: InstantText,
});

/** One of the staff says what happened, or that nothing more has to be done. Her words are kept beside the log. */
const CaseVerdictProposed = event("CaseVerdictProposed", {
  ...ofProposal,
  proposed: Proposed,
  evidenceSha256: z.string().regex(/^[0-9a-f]{64}$/),
  proposedBy: accountId,
  expiresAt: InstantText,
  proposedAt: InstantText,
  /** Present where facts have answered the case meanwhile, and the proposal stands all the same. */
  isAnswered: z.literal(true).optional(),
});

const CaseProposalWithdrawn = event("CaseProposalWithdrawn", {
  ...ofProposal,
  withdrawnBy: accountId,
  withdrawnAt: InstantText,
});

/** Somebody else of the staff says the same. */
const CaseVerdictApproved = event("CaseVerdictApproved", {
  ...ofProposal,
  proposed: Proposed,
  /** Whose attempt is concluded; null where nobody's is. */
  concludes: z
    .object({
      transactionId: idOf<TransactionId>(),
      leg: Leg,
      subjectId: idOf<string>(),
      money: MoneyText,
    })
    .nullable(),
  /** Which finding is decided by it; absent where none is. */
  decides: z.object(ofFinding).optional(),
  /** Of her words, which are kept beside the log. */
  reasonSha256: z.string().regex(/^[0-9a-f]{64}$/),
  approvedBy: accountId,
  approvedAt: InstantText,
});

const CaseClosed = event("CaseClosed", {
  /** `answered`: later facts did. `resolved`: the staff ended the transaction's review. `approved`: two of the staff. */
  closing: z.enum(["answered", "resolved", "approved"]),
  /** Who of the staff; null where facts answered. */
  closedBy: accountId.nullable(),
  closedAt: InstantText,
});

export const CaseEvent = z.discriminatedUnion("type", [
  CaseOpened,
  CaseVerdictProposed,
  CaseProposalWithdrawn,
  CaseVerdictApproved,
  CaseClosed,
]);
export type CaseEvent = z.output<typeof CaseEvent>;

export type EventOf<Type extends CaseEvent["type"]> = Extract<CaseEvent, { readonly type: Type }>;

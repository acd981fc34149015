import { amountOf, isSameMoney, Leg, type Proposed } from "@sanu/contracts";
import {
  accepted,
  type Decision,
  decideBy,
  type Instant,
  msBetween,
  nothingNew,
  plusMs,
  refused,
} from "@sanu/kernel";
import type {
  ApproveVerdict,
  CaseCommand,
  CloseCase,
  OpenCase,
  ProposeVerdict,
  WithdrawProposal,
} from "./commands.ts";
import type { CaseEvent, EventOf } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { CaseRefusal } from "./refusals.ts";
import { type Case, type ExistingCase, noCase, type Proposal } from "./state.ts";
import { isGivenByHand, proposable } from "./verdicts.ts";

type CaseDecision = Decision<CaseEvent, CaseRefusal>;

export function decide(state: Case, command: CaseCommand): CaseDecision {
  if (command.kind === "open") return open(state, command);
  return state.status === "none" ? refused("unknown-case") : decideExisting(state, command);
}

const decideExisting = decideBy<ExistingCase, Exclude<CaseCommand, OpenCase>, CaseDecision>({
  propose,
  approve,
  withdraw,
  close,
});

function open(state: Case, { found, at }: OpenCase): CaseDecision {
  if (state.status !== "none") return nothingNew();
  return accepted({ type: "CaseOpened", v: 1, ...found, openedAt: at });
}

function propose(state: ExistingCase, command: ProposeVerdict): CaseDecision {
  const { proposed, evidenceSha256, by, at } = command;
  if (state.status !== "open" && state.proposal?.proposalId === command.proposalId) {
    return nothingNew();
  }
  switch (state.status) {
    case "closed":
      return refused("case-closed");
    case "approved":
      return refused("case-decided");
    case "proposed":
      if (isExpired(state.proposal, at) && !isOther(state.proposal, proposed)) break;
      return isSame(state.proposal, command) ? nothingNew() : refused("proposal-pending");
    case "open":
      break;
  }
  if (!isProposable(state, proposed)) return refused("verdict-not-possible");
  if (!isPossibleAmount(state, proposed)) return refused("verdict-amount-mismatch");
  const { proposalId, validMs } = command;
  const expiresAt = plusMs(at, validMs);
  const said = { proposalId, proposed, evidenceSha256, proposedBy: by, expiresAt, proposedAt: at };
  const isAnswered = state.status === "proposed" && state.proposal.isAnswered;
  return accepted(proposedOf(state, isAnswered ? { ...said, isAnswered } : said));
}

function proposedOf({ caseId }: ExistingCase, proposal: Proposal): CaseEvent {
  return { type: "CaseVerdictProposed", v: 1, caseId, ...proposal };
}

function isProposable({ kind, money }: ExistingCase, proposed: Proposed): boolean {
  if (proposed.kind === "paid-by-hand" && money === null) return false;
  return proposable[kind].includes(proposed.kind);
}

/** Of money that was given back by hand, by somebody's word: another end of it needs that word taken back first. */
function isOther({ proposed: said }: Proposal, proposed: Proposed): boolean {
  return said.kind === "paid-by-hand" && proposed.kind !== said.kind;
}

function isExpired({ expiresAt }: Proposal, at: Instant): boolean {
  return msBetween(expiresAt, at) >= 0;
}

/** The same words of the same person again, and not the same verdict of somebody who shall approve it. */
function isSame(proposal: Proposal, { by, evidenceSha256, proposed }: ProposeVerdict): boolean {
  return (
    proposal.proposedBy === by &&
    proposal.evidenceSha256 === evidenceSha256 &&
    isSameVerdict(proposal.proposed, proposed)
  );
}

function isSameVerdict(one: Proposed, other: Proposed): boolean {
  if (one.kind !== other.kind || referenceOf(one) !== referenceOf(other)) return false;
  if (one.kind !== "arrived" || other.kind !== "arrived") return true;
  return isSameMoney(one.money, other.money);
}

/** The provider's name of the money, where a verdict states one. */
export function referenceOf(proposed: Proposed): string | undefined {
  return "providerReference" in proposed ? proposed.providerReference : undefined;
}

/**
 * Of a payment any amount can have come, and of a refund of XOF its provider can have taken a part; what else we send
 * arrives whole, or another one was sent.
 */
function isPossibleAmount({ subject, money }: ExistingCase, proposed: Proposed): boolean {
  if (proposed.kind !== "arrived" || money === null) return true;
  const mayDiffer =
    subject.kind === "payment" || (subject.kind === "refund" && money.currency === "XOF");
  if (!mayDiffer) return isSameMoney(proposed.money, money);
  return proposed.money.currency === money.currency && amountOf(proposed.money) > 0n;
}

function approve(state: ExistingCase, command: ApproveVerdict): CaseDecision {
  const { proposalId, by, reasonSha256, isSoleAdminAllowed = false, at } = command;
  if (state.status === "open") return refused("proposal-not-open");
  if (state.status !== "proposed") {
    const { proposal: approved } = state;
    if (approved?.proposalId === proposalId && approved.approvedBy === by) return nothingNew();
    return refused(state.status === "closed" ? "case-closed" : "case-decided");
  }
  const { proposal } = state;
  if (proposal.proposalId !== proposalId) return refused("proposal-not-open");
  if (proposal.proposedBy === by && !isSoleAdminAllowed) return refused("own-proposal");
  if (isExpired(proposal, at)) return refused("proposal-expired");
  const { caseId } = state;
  const { proposed } = proposal;
  const verdict: CaseEvent = {
    type: "CaseVerdictApproved",
    v: 1,
    caseId,
    proposalId,
    proposed,
    concludes: isConclusion(proposed) ? concludedBy(state) : null,
    ...decidedBy(state, proposed),
    reasonSha256,
    approvedBy: by,
    approvedAt: at,
  };
  if (isConclusion(proposed)) return accepted(verdict);
  return accepted<CaseEvent>(verdict, closed(state, { closing: "approved", by, at }));
}

/** Whether it says the end of an attempt, which another service concludes. */
function isConclusion({ kind }: Proposed): boolean {
  return kind === "arrived" || kind === "never";
}

/** Throws where nothing of a transaction is meant: such a case takes no verdict. */
function concludedBy({ caseId, subject, transactionId, money }: ExistingCase) {
  const leg = Leg.safeParse(subject.kind);
  if (!leg.success || transactionId === null || money === null) {
    throw new Error(`Case ${caseId} is about no attempt`);
  }
  return { transactionId, leg: leg.data, subjectId: subject.id, money };
}

/** Whoever compares the statement is told that nothing more has to be done about what it found. */
function decidedBy({ difference }: ExistingCase, { kind }: Proposed) {
  if (difference === undefined || kind !== "close") return {};
  const { foundBy, differenceId, foundAt } = difference;
  return { decides: { foundBy, differenceId, foundAt } };
}

function withdraw(state: ExistingCase, { proposalId, by, at }: WithdrawProposal): CaseDecision {
  switch (state.status) {
    case "closed":
      return state.withdrawnId === proposalId ? nothingNew() : refused("case-closed");
    case "approved":
      return refused("case-decided");
    case "open":
      return state.withdrawnId === proposalId ? nothingNew() : refused("proposal-not-open");
    case "proposed": {
      if (state.proposal.proposalId !== proposalId) return refused("proposal-not-open");
      const { caseId } = state;
      const said = { proposalId, withdrawnBy: by, withdrawnAt: at };
      const withdrawn: CaseEvent = { type: "CaseProposalWithdrawn", v: 1, caseId, ...said };
      if (state.proposal.isAnswered !== true) return accepted(withdrawn);
      return accepted(withdrawn, closed(state, { closing: "answered", by: null, at }));
    }
  }
}

/** What facts say does not unsay that somebody gave the money back by hand: that is agreed or withdrawn first. */
function close(state: ExistingCase, command: CloseCase): CaseDecision {
  if (state.status === "closed") return nothingNew();
  if (command.by !== null || !isGivenByHand(state)) return accepted(closed(state, command));
  const { proposal } = state;
  return proposal.isAnswered
    ? nothingNew()
    : accepted(proposedOf(state, { ...proposal, isAnswered: true }));
}

function closed(
  { caseId }: ExistingCase,
  by: Pick<EventOf<"CaseClosed">, "closing"> & Pick<CloseCase, "by" | "at">,
): CaseEvent {
  const { closing, by: closedBy, at: closedAt } = by;
  return { type: "CaseClosed", v: 1, caseId, closing, closedBy, closedAt };
}

/** The aggregate is not called `case`, which is a word of the language. */
export const staffCase = { initial: noCase, decide, evolve };

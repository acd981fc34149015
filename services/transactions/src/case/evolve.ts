import { unreachable } from "@sanu/kernel";
import type { CaseEvent, EventOf } from "./events.ts";
import { type Case, type ExistingCase, type Found, type Proposal } from "./state.ts";

export function evolve(state: Case, event: CaseEvent): Case {
  switch (event.type) {
    case "CaseOpened": {
      return { ...foundOf(event), status: "open", withdrawnId: null };
    }
    case "CaseVerdictProposed":
      return { ...foundOf(assumeExisting(state)), status: "proposed", proposal: proposalOf(event) };
    case "CaseProposalWithdrawn":
      return { ...foundOf(assumeExisting(state)), status: "open", withdrawnId: event.proposalId };
    case "CaseVerdictApproved": {
      const proposed = assumeProposed(state);
      const proposal = { ...proposed.proposal, approvedBy: event.approvedBy };
      return { ...foundOf(proposed), status: "approved", proposal };
    }
    case "CaseClosed": {
      const existing = assumeExisting(state);
      const proposal = existing.status === "approved" ? existing.proposal : null;
      const withdrawnId = existing.status === "open" ? existing.withdrawnId : null;
      return { ...foundOf(existing), status: "closed", proposal, withdrawnId };
    }
    default:
      return unreachable(event);
  }
}

function foundOf(said: Found): Found {
  const { caseId, kind, subject, transactionId, money, difference, since } = said;
  const found = { caseId, kind, subject, transactionId, money, since };
  return difference === undefined ? found : { ...found, difference };
}

function proposalOf(event: EventOf<"CaseVerdictProposed">): Proposal {
  const { proposalId, proposed, evidenceSha256, proposedBy, proposedAt, expiresAt } = event;
  const said = { proposalId, proposed, evidenceSha256, proposedBy, proposedAt, expiresAt };
  return event.isAnswered === true ? { ...said, isAnswered: true } : said;
}

// A log in which something stands behind a status that it cannot follow is broken: a fault, not a state.

function assumeExisting(state: Case): ExistingCase {
  if (state.status === "none") throw new Error("A case begins with CaseOpened");
  return state;
}

function assumeProposed(state: Case): Extract<Case, { readonly status: "proposed" }> {
  if (state.status !== "proposed")
    throw new Error(`Nobody proposed what a ${state.status} case says`);
  return state;
}

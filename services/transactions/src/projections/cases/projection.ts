import type { Money } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { defineProjection, defineProjectionSet } from "@sanu/platform";
import { referenceOf } from "../../case/decide.ts";
import { CaseEvent, type EventOf } from "../../case/events.ts";
import { type CaseRow, caseColumns } from "./table.ts";

/** One row for each case, as the staff looks for it. */
export const casesProjection = defineProjection<CaseEvent, CaseRow>({
  name: "cases",
  table: "cases",
  scope: "own",
  keyColumns: ["case_id"],
  key: ({ caseId }) => [caseId],
  columns: caseColumns,
  apply: (row, event) =>
    event.type === "CaseOpened" ? openedRow(event) : row && changedRow(row, event),
});

export const casesProjectionSet = defineProjectionSet({
  schema: CaseEvent,
  opens: ["CaseOpened"],
  projections: [casesProjection],
});

const noProposal = {
  proposal_id: null,
  proposed: null,
  provider_reference: null,
  proposed_xof: null,
  proposed_sats: null,
  proposed_by: null,
  proposal_expires_at: null,
} as const;

function openedRow(event: EventOf<"CaseOpened">): CaseRow {
  const { xof, sats } = amountsOf(event.money);
  return {
    case_id: event.caseId,
    kind: event.kind,
    status: "open",
    subject_kind: event.subject.kind,
    subject_id: event.subject.id,
    transaction_id: event.transactionId,
    amount_xof: xof,
    amount_sats: sats,
    since: event.since,
    opened_at: event.openedAt,
    closed_at: null,
    ...noProposal,
    approved_by: null,
  };
}

function changedRow(row: CaseRow, event: Exclude<CaseEvent, EventOf<"CaseOpened">>): CaseRow {
  switch (event.type) {
    case "CaseVerdictProposed": {
      const { proposalId, proposed, proposedBy, expiresAt } = event;
      const { xof, sats } = amountsOf(proposed.kind === "arrived" ? proposed.money : null);
      return {
        ...row,
        status: "proposed",
        proposal_id: proposalId,
        proposed: proposed.kind,
        provider_reference: referenceOf(proposed) ?? null,
        proposed_xof: xof,
        proposed_sats: sats,
        proposed_by: proposedBy,
        proposal_expires_at: expiresAt,
      };
    }
    case "CaseProposalWithdrawn":
      return { ...row, ...noProposal, status: "open" };
    case "CaseVerdictApproved":
      return { ...row, status: "approved", approved_by: event.approvedBy };
    case "CaseClosed": {
      const proposal = row.status === "approved" ? {} : noProposal;
      return { ...row, ...proposal, status: "closed", closed_at: event.closedAt };
    }
    default:
      return unreachable(event);
  }
}

function amountsOf(money: Money | null): {
  readonly xof: CaseRow["amount_xof"];
  readonly sats: CaseRow["amount_sats"];
} {
  return {
    xof: money?.currency === "XOF" ? money.amountXof : null,
    sats: money?.currency === "SATS" ? money.amountSats : null,
  };
}

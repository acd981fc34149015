import type { CaseDetailView, CaseView } from "@sanu/contracts";
import { sideText } from "./reconciliation-report.ts";

/** One case on one line: since when, what, how far, how much, and what may be done. */
export function lineOf(shown: CaseView): string {
  const { since, kind, status, id, subject, actions } = shown;
  const counted = shown.amount_xof ?? shown.amount_satoshi ?? "-";
  const amount = shown.shown_xof === null ? counted : `${counted} now ${shown.shown_xof}`;
  const may = actions.length === 0 ? "-" : actions.join("|");
  const proposal = shown.proposal === null ? "" : ` ${proposalText(shown.proposal)}`;
  return `${since} ${kind} ${status} ${id} ${subject.kind} ${subject.id} ${amount} may: ${may}${proposal}`;
}

function proposalText(proposal: NonNullable<CaseView["proposal"]>): string {
  const { id, verdict, provider_reference, proposed_by, approved_by } = proposal;
  const amount = proposal.amount_xof ?? proposal.amount_satoshi;
  const money = amount === null ? "" : ` ${amount} as ${provider_reference}`;
  const approved = approved_by === null ? "" : `, approved by ${approved_by}`;
  return `proposal ${id}: ${verdict}${money} by ${proposed_by}${approved}`;
}

/** One case with its masked destinations, its history and what was seen. */
export function detailOf(shown: CaseDetailView): string {
  const to = [shown.number_masked, shown.receiver_masked].filter((one) => one !== null);
  const lines = [
    lineOf(shown),
    ...differenceLines(shown),
    `transaction ${shown.transaction_id ?? "-"} ${to.join(" ")}`.trimEnd(),
    ...shown.history.map(({ at, type, data }) => `  ${at} ${type} ${JSON.stringify(data)}`),
    ...shown.evidence.map(({ proposal_id: id, text }) => `  seen (${id}): ${text}`),
    ...shown.evidence.flatMap(({ proposal_id: id, decision_reason: why }) =>
      why === null ? [] : [`  approved (${id}): ${why}`],
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** What a statement and our log do not say alike, as it was found. */
function differenceLines({ difference }: CaseDetailView): readonly string[] {
  if (difference === null) return [];
  const { kind, name, reference, booked, stated } = difference;
  const own = reference === null || reference === name ? "" : ` (its provider: ${reference})`;
  const sides = `booked ${sideText(booked)}, stated ${sideText(stated)}`;
  return [`${kind} ${name ?? "-"}${own}: ${sides}`];
}

import { LedgerDifferenceFound, StatementVerdictApproved, VerdictApproved } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { CaseEvent } from "./events.ts";
import { isOfLedger } from "./ledger-accounts.ts";

/** A verdict concerns others, and a ledger that differs is a finding like that of a statement; who looked, and why, stays here. */
export function publishCase(event: CaseEvent): PublicFact | undefined {
  switch (event.type) {
    case "CaseVerdictApproved": {
      const { caseId, proposalId, concludes, decides, proposed: verdict, approvedAt } = event;
      if (decides !== undefined) {
        return publicFact(StatementVerdictApproved, { caseId, proposalId, ...decides, approvedAt });
      }
      if (concludes === null) return undefined;
      if (verdict.kind !== "arrived" && verdict.kind !== "never") return undefined;
      return publicFact(VerdictApproved, { caseId, ...concludes, verdict, approvedAt });
    }
    case "CaseOpened": {
      const { caseId, kind, subject, money, openedAt: foundAt } = event;
      if (kind !== "balance-difference" || money === null || !isOfLedger(subject)) return undefined;
      return publicFact(LedgerDifferenceFound, { caseId, account: subject.id, money, foundAt });
    }
    case "CaseVerdictProposed":
    case "CaseProposalWithdrawn":
    case "CaseClosed":
      return undefined;
    default:
      return unreachable(event);
  }
}

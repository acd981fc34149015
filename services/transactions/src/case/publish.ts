import { VerdictApproved } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { CaseEvent } from "./events.ts";

/** Only a verdict concerns others: who looked, and why, stays here. */
export function publishCase(event: CaseEvent): PublicFact | undefined {
  switch (event.type) {
    case "CaseVerdictApproved": {
      const { caseId, concludes, proposed: verdict, approvedAt } = event;
      if (concludes === null) return undefined;
      if (verdict.kind !== "arrived" && verdict.kind !== "never") return undefined;
      return publicFact(VerdictApproved, { caseId, ...concludes, verdict, approvedAt });
    }
    case "CaseOpened":
    case "CaseVerdictProposed":
    case "CaseProposalWithdrawn":
    case "CaseClosed":
      return undefined;
    default:
      return unreachable(event);
  }
}

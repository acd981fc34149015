import type { RefundFailureReason, Verdict } from "@sanu/contracts";
import {
  accepted,
  type CaseId,
  contradictions,
  type Decision,
  type Instant,
  nothingNew,
  refused,
  unreachable,
  type Xof,
} from "@sanu/kernel";
import type { ConcludeRefund } from "./commands.ts";
import { settledByLastWord } from "./contradiction.ts";
import type { RefundEvent } from "./events.ts";
import type { RefundRefusal } from "./refusals.ts";
import { eventOf, type OrderedRefund } from "./state.ts";

type RefundDecision = Decision<RefundEvent, RefundRefusal>;
type Ended = Extract<OrderedRefund, { readonly status: "settled" | "failed" }>;

/** What facts say of money that, by the word of the staff, never left. */
const neverLeft: RefundFailureReason = "refused-by-provider";

const { concludeEnded, contradictionOf } = contradictions(contradicted);

export { contradictionOf };

/** Two of the staff say the end. Where the provider has said it before, only a contradiction is news. */
export function conclude(
  state: OrderedRefund,
  { caseId, verdict, at }: ConcludeRefund,
): RefundDecision {
  switch (state.status) {
    case "settled":
    case "failed": {
      const found = state.status === "settled" ? "arrived" : "never";
      return concludeEnded(state, found, { caseId, verdict, at });
    }
    // It arrived and is with us again, whatever anybody says.
    case "reversed":
      return nothingNew();
    case "requested": {
      const of = { ...eventOf(state), caseId };
      const settled = settledByLastWord(state);
      if (verdict.kind === "never") {
        if (settled !== undefined) return accepted({ ...settled, caseId });
        return accepted({ ...of, type: "RefundFailed", reason: neverLeft, failedAt: at });
      }
      if (verdict.money.currency !== "XOF") return refused("refund-unknown");
      const { amountXof } = verdict.money;
      const { providerReference } = verdict;
      // The provider itself says which attempt it was, and what its payer got.
      if (settled !== undefined) return accepted({ ...settled, caseId, providerReference });
      return accepted({
        ...of,
        type: "RefundSettled",
        amountXof,
        providerReference,
        settledAt: at,
      });
    }
    default:
      return unreachable(state);
  }
}

function contradicted(
  state: Ended,
  of: {
    readonly caseId: CaseId;
    readonly found: Verdict["kind"];
    /** Of which attempt, and what the payer got by it. */
    readonly reported?: { readonly attemptNumber: number; readonly amountXof?: Xof } | undefined;
    readonly at: Instant;
  },
): RefundEvent {
  const { caseId, found, reported, at: foundAt } = of;
  return { ...eventOf(state), type: "VerdictContradicted", caseId, found, ...reported, foundAt };
}

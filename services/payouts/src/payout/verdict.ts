import { amountIn, type PayoutFailureReason, type Verdict } from "@sanu/contracts";
import {
  accepted,
  type CaseId,
  contradictions,
  type Decision,
  type Instant,
  nothingNew,
  refused,
  unreachable,
} from "@sanu/kernel";
import type { ConcludePayout } from "./commands.ts";
import { settledByLastWord } from "./contradiction.ts";
import type { PayoutEvent } from "./events.ts";
import type { PayoutRefusal } from "./refusals.ts";
import { endOf, type Payout } from "./state.ts";
import { moneyOf } from "./transfer.ts";

type PayoutDecision = Decision<PayoutEvent, PayoutRefusal>;
type Ended = Extract<Payout, { readonly status: "settled" | "failed" }>;

/** What facts say of money that, by the word of the staff, never left. */
const neverLeft: PayoutFailureReason = "no-route";

const { concludeEnded, contradictionOf } = contradictions(contradicted);

export { contradictionOf };

/** Two of the staff say the end. Where the rail has said it before, only a contradiction is news. */
export function conclude(state: Payout, { caseId, verdict, at }: ConcludePayout): PayoutDecision {
  switch (state.status) {
    case "none":
      return refused("payout-unknown");
    case "settled":
    case "failed":
      return concludeEnded(state, state.status === "settled" ? "arrived" : "never", {
        caseId,
        verdict,
        at,
      });
    // It arrived and is with us again, whatever anybody says.
    case "reversed":
    // Nobody was asked to send it, so nobody can know otherwise.
    case "withheld":
      return nothingNew();
    case "requested": {
      const { order } = state;
      const of = { v: 1, ...endOf(order), caseId } as const;
      const settled = settledByLastWord(state);
      if (verdict.kind === "never") {
        if (settled !== undefined) return accepted({ ...settled, caseId });
        return accepted({ ...of, type: "PayoutFailed", reason: neverLeft, failedAt: at });
      }
      const sent = moneyOf(order.transfer);
      const { providerReference } = verdict;
      // The rail itself says which attempt it was, and what it took.
      if (settled !== undefined) return accepted({ ...settled, caseId, providerReference });
      // Nobody reported us what the rail took.
      const fee = amountIn(sent.currency, 0n);
      const end = { sent, fee, providerReference, settledAt: at };
      return accepted({ ...of, type: "PayoutSettled", ...end });
    }
    default:
      return unreachable(state);
  }
}

function contradicted(
  { order }: Ended,
  of: {
    readonly caseId: CaseId;
    readonly found: Verdict["kind"];
    readonly reported?: { readonly attemptNumber: number } | undefined;
    readonly at: Instant;
  },
): PayoutEvent {
  const { caseId, found, reported, at: foundAt } = of;
  return {
    type: "VerdictContradicted",
    v: 1,
    ...endOf(order),
    caseId,
    found,
    ...reported,
    foundAt,
  };
}

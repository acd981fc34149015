import type { PaymentFailureReason, Verdict } from "@sanu/contracts";
import {
  accepted,
  type CaseId,
  contradictions,
  type Decision,
  type Instant,
  nothingNew,
  refused,
} from "@sanu/kernel";
import { captured } from "./captured.ts";
import type { ConcludeInvoice, RecordCapture } from "./commands.ts";
import type { InvoiceEvent } from "./events.ts";
import type { InvoiceRefusal } from "./refusals.ts";
import {
  type EndedInvoice,
  eventOf,
  isOpenInvoice,
  type OpenInvoice,
  type OrderedInvoice,
} from "./state.ts";

type InvoiceDecision = Decision<InvoiceEvent, InvoiceRefusal>;

/** What facts say of sats that, by the word of the staff, never came. */
const neverCame: PaymentFailureReason = "expired";

const { concludeEnded, contradictionOf } = contradictions(contradicted);

export { contradictionOf };

/** Two of the staff say the end. Where the node has said it before, only a contradiction is news. */
export function conclude(state: OrderedInvoice, command: ConcludeInvoice): InvoiceDecision {
  if (isOpenInvoice(state)) return concludeOpen(state, command);
  return concludeEnded(state, state.status === "failed" ? "never" : "arrived", command);
}

function concludeOpen(
  state: OpenInvoice,
  { caseId, verdict, at }: ConcludeInvoice,
): InvoiceDecision {
  if (verdict.kind === "never") {
    const reason = state.releaseReason ?? neverCame;
    return accepted({ ...eventOf(state), caseId, type: "PaymentFailed", reason, failedAt: at });
  }
  if (verdict.money.currency !== "SATS") return refused("payment-unknown");
  const { amountSats } = verdict.money;
  return captured(state, { amountSats, capturedAt: at, at, caseId });
}

/** The node took the sats that a verdict says never came: no rule sends them back, and a person looks. */
export function contradictedBy(
  state: EndedInvoice,
  { amountSats, at }: Pick<RecordCapture, "amountSats" | "at">,
): InvoiceDecision {
  if (state.verdict === null) return nothingNew();
  const { caseId } = state.verdict;
  const receipt = { paymentHash: state.paymentHash, receivedSats: amountSats };
  return accepted({ ...contradicted(state, { caseId, found: "arrived", at }), receipt });
}

function contradicted(
  state: EndedInvoice,
  of: { readonly caseId: CaseId; readonly found: Verdict["kind"]; readonly at: Instant },
): Extract<InvoiceEvent, { readonly type: "VerdictContradicted" }> {
  const { caseId, found, at: foundAt } = of;
  return {
    ...eventOf(state),
    type: "VerdictContradicted",
    caseId,
    found,
    receipt: null,
    foundAt,
  };
}

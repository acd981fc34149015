import type { PaymentFailureReason, Verdict } from "@sanu/contracts";
import {
  accepted,
  type CaseId,
  contradictions,
  type Decision,
  type Instant,
  refused,
} from "@sanu/kernel";
import type { ConcludePayment, RecordReceipts, SeenReceipt } from "./commands.ts";
import type { PaymentEvent } from "./events.ts";
import type { PaymentRefusal } from "./refusals.ts";
import { type EndedPayment, isOpen, type OpenPayment, type Payment } from "./state.ts";

type PaymentDecision = Decision<PaymentEvent, PaymentRefusal>;

/** What facts say of money that, by the word of the staff, never came. */
const neverCame: PaymentFailureReason = "expired";

const { concludeEnded, contradictionOf } = contradictions(contradicted);

export { contradictionOf };

/** Two of the staff say the end. Where the provider has said it before, only a contradiction is news. */
export function conclude(state: Payment, command: ConcludePayment): PaymentDecision {
  if (state.status === "none") return refused("payment-unknown");
  if (isOpen(state)) return concludeOpen(state, command);
  return concludeEnded(state, state.status === "failed" ? "never" : "arrived", command);
}

function concludeOpen(
  state: OpenPayment,
  { caseId, verdict, at }: ConcludePayment,
): PaymentDecision {
  const { paymentId, transactionId, channel } = state;
  const of = { v: 1, paymentId, transactionId } as const;
  if (verdict.kind === "never") {
    return accepted({ ...of, type: "PaymentFailed", caseId, reason: neverCame, failedAt: at });
  }
  if (verdict.money.currency !== "XOF") return refused("payment-unknown");
  const { amountXof } = verdict.money;
  const { providerReference: receiptReference } = verdict;
  const end: PaymentEvent =
    amountXof === state.amountXof
      ? { ...of, type: "PaymentCompleted", caseId, amountXof, receiptReference, completedAt: at }
      : {
          ...of,
          type: "PaymentDiscrepancyFound",
          caseId,
          discrepancy: "amount-mismatch",
          receivedXof: amountXof,
          receiptReference,
          receivedAt: at,
          foundAt: at,
        };
  // That it came proves that the provider had the order.
  if (state.status === "initiated") return accepted(end);
  return accepted<PaymentEvent>({ ...of, type: "PaymentInitiated", channel, initiatedAt: at }, end);
}

/**
 * Money that may be the one of a verdict under another name, or that a verdict says never came: no rule sends it back, and
 * a person looks. Each receipt is recorded once.
 */
export function contradictionsIn(
  state: EndedPayment,
  { receipts, at }: Pick<RecordReceipts, "receipts" | "at">,
): readonly PaymentEvent[] {
  const { verdict } = state;
  const isProven = receipts.some((one) => one.receiptReference === verdict?.unprovenReference);
  if (verdict === null || isProven) return [];
  const { caseId } = verdict;
  const known = new Set(state.receipts.map(({ receiptReference }) => receiptReference));
  return receipts
    .filter(({ receiptReference }) => !known.has(receiptReference))
    .map((receipt) => contradicted(state, { caseId, found: "arrived", receipt, at }));
}

function contradicted(
  { paymentId, transactionId }: EndedPayment,
  of: {
    readonly caseId: CaseId;
    readonly found: Verdict["kind"];
    readonly receipt?: SeenReceipt;
    readonly at: Instant;
  },
): PaymentEvent {
  const { caseId, found, receipt, at: foundAt } = of;
  const about = { v: 1, paymentId, transactionId, caseId, found } as const;
  const shown = receipt && {
    receiptReference: receipt.receiptReference,
    receivedXof: receipt.amountXof,
  };
  return { ...about, type: "VerdictContradicted", receipt: shown ?? null, foundAt };
}

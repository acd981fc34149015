import type { Instant } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  CollectionFailure,
  CollectionInitiated,
  CollectionOrder,
  CollectionStatus,
  RefundAccepted,
  RefundFailure,
  RefundOrder,
  RefundStatus,
} from "../../ports/collection-rail.ts";
import { rowOf } from "../../row-of.ts";
import { AmountText, InstantText, isNotFound, isResponse, refusalCodeOf } from "./responses.ts";

const Id = z.string().min(1).max(200);

const Receipt = z.object({
  id: Id,
  amount_xof: AmountText,
  received_at: InstantText.nullable(),
  reversed_at: InstantText.nullable().default(null),
});
type Receipt = z.infer<typeof Receipt>;

/** What the provider says of every order of ours. */
const ofOrder = {
  id: Id,
  merchant_key: z.string(),
  status: z.string(),
  amount_xof: AmountText,
};

const Payment = z.object({
  ...ofOrder,
  payment_url: z.url({ protocol: /^https?$/ }).nullable(),
  receipts: z.array(Receipt),
});
type Payment = z.infer<typeof Payment>;

const Refund = z.object({
  ...ofOrder,
  arrived_xof: AmountText.nullable().default(null),
  settled_at: InstantText.nullable(),
  reversed_at: InstantText.nullable().default(null),
  failure: z.string().nullable(),
});
type Refund = z.infer<typeof Refund>;

const failures: Readonly<Record<string, CollectionFailure>> = {
  declined: "declined",
  insufficient_funds: "insufficient-funds",
  expired: "expired",
  cancelled: "cancelled",
};

const refundFailures: Readonly<Record<string, RefundFailure>> = {
  wallet_refused: "wallet-refused",
};

/** 201: a new payment. 409: the key is known, and the body is the payment made before. 422: a definite no. */
export function readInitiated(
  response: ProviderResponse,
  order: Pick<CollectionOrder, "key" | "amountXof">,
): CallOutcome<CollectionInitiated, CollectionFailure> {
  if (isResponse(response, [201, 409])) {
    const payment = Payment.safeParse(response.json);
    if (!payment.success) return unknownResponse(response);
    const { id, merchant_key: key, amount_xof: amountXof, payment_url: paymentUrl } = payment.data;
    // Another order under our key is nobody's yes to this one.
    if (key !== order.key || amountXof !== order.amountXof) {
      return unknownBecause("unexpected-response");
    }
    return { kind: "accepted", value: { providerReference: id, paymentUrl } };
  }
  if (refusalCodeOf(response) === "invalid-request") {
    return { kind: "rejected", reason: "refused-by-provider" };
  }
  return unknownResponse(response);
}

/** The status of a payment, asked for by its key, which the answer has to name. */
export function readStatus(response: ProviderResponse, key: string): CollectionStatus {
  if (isNotFound(response)) return { kind: "not-found" };
  if (!isResponse(response, [200])) return unknownResponse(response);
  const payment = Payment.safeParse(response.json);
  if (!payment.success) return unknownResponse(response);
  if (payment.data.merchant_key !== key) return unknownBecause("unexpected-response");
  return statusOf(payment.data, response.statedAt);
}

function statusOf(payment: Payment, statedAt: Instant | null): CollectionStatus {
  const { id: providerReference, payment_url: paymentUrl, status } = payment;
  if (status === "pending") return { kind: "pending", providerReference, paymentUrl };
  if (status === "completed") return completed(payment, statedAt);
  if (status === "reversed") return reversed(payment, statedAt);
  const reason = rowOf(failures, status);
  if (reason === undefined) return unknownBecause("unexpected-response");
  return { kind: "failed", providerReference, reason };
}

function receiptOf({ id, amount_xof: amountXof, received_at: receivedAt }: Receipt) {
  return { receiptReference: id, amountXof, receivedAt };
}

/** The whole of a receipt goes back, or none of it. */
function reversed({ id, receipts }: Payment, statedAt: Instant | null): CollectionStatus {
  const [first, ...others] = receipts.flatMap((receipt) => {
    const { reversed_at: reversedAt, amount_xof: amountXof } = receipt;
    return reversedAt === null ? [] : [{ receiptReference: receipt.id, amountXof, reversedAt }];
  });
  if (first === undefined) return unknownBecause("unexpected-response");
  const standing = receipts.filter((receipt) => receipt.reversed_at === null).map(receiptOf);
  const reversals = [first, ...others] as const;
  return { kind: "reversed", providerReference: id, receipts: standing, reversals, statedAt };
}

function completed({ id, receipts }: Payment, statedAt: Instant | null): CollectionStatus {
  const [first, ...others] = receipts.map(receiptOf);
  // Completed without a receipt: no amount is proven.
  if (first === undefined) return unknownBecause("unexpected-response");
  return { kind: "completed", providerReference: id, receipts: [first, ...others], statedAt };
}

/** 201 and 409 as for payments; 422 `not-refundable` or `wallet-refused`, when the payer's wallet does not take it. */
export function readRefunded(
  response: ProviderResponse,
  order: Omit<RefundOrder, "collectionKey">,
): CallOutcome<RefundAccepted, RefundFailure> {
  const refusal = refusalCodeOf(response);
  if (refusal === "not-refundable") return { kind: "rejected", reason: "not-refundable" };
  if (refusal === "wallet-refused") return { kind: "rejected", reason: "wallet-refused" };
  if (refusal === "invalid-request") {
    return { kind: "rejected", reason: "refused-by-provider" };
  }
  if (!isResponse(response, [201, 409])) return unknownResponse(response);
  const refund = Refund.safeParse(response.json);
  if (!refund.success) return unknownResponse(response);
  const { id, merchant_key: key, amount_xof: amountXof } = refund.data;
  if (key !== order.key || amountXof !== order.amountXof) {
    return unknownBecause("unexpected-response");
  }
  const status = statusOfRefund(refund.data);
  if (status.kind === "failed") return { kind: "rejected", reason: status.reason };
  if (status.kind === "unknown") return status;
  // Its key was known, and it has come back since: what that means is a matter of its status.
  if (status.kind === "reversed") return unknownBecause("unexpected-response");
  const settled = status.kind === "settled" ? status : null;
  return { kind: "accepted", value: { refundReference: id, settled } };
}

export function readRefundStatus(response: ProviderResponse, key: string): RefundStatus {
  if (isNotFound(response)) return { kind: "not-found" };
  if (!isResponse(response, [200])) return unknownResponse(response);
  const refund = Refund.safeParse(response.json);
  if (!refund.success) return unknownResponse(response);
  if (refund.data.merchant_key !== key) return unknownBecause("unexpected-response");
  return statusOfRefund(refund.data);
}

function statusOfRefund(refund: Refund) {
  const { status, settled_at: settledAt, reversed_at: reversedAt, failure } = refund;
  const amountXof = refund.arrived_xof ?? refund.amount_xof;
  if (status === "pending") return { kind: "pending" } as const;
  if (status === "settled" && settledAt !== null) {
    return { kind: "settled", amountXof, settledAt } as const;
  }
  if (status === "reversed" && reversedAt !== null) {
    return { kind: "reversed", amountXof, reversedAt } as const;
  }
  const reason = status === "failed" ? rowOf(refundFailures, failure ?? "") : undefined;
  return reason === undefined
    ? unknownBecause("unexpected-response")
    : ({ kind: "failed", reason } as const);
}

import { type Instant, isInstant, type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderAnswer } from "../../http/provider-http.ts";
import { unknownAnswer } from "../../http/unknown-answer.ts";
import { type CallOutcome, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  CollectionFailure,
  CollectionInitiated,
  CollectionOrder,
  CollectionStatus,
  RefundFailure,
  RefundOrder,
  RefundStatus,
} from "../../ports/collection-rail.ts";

const AmountText = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform((text): Xof => xof(BigInt(text)));
const InstantText = z.custom<Instant>((value) => typeof value === "string" && isInstant(value));

const Receipt = z.object({
  id: z.string().min(1),
  amount_xof: AmountText,
  received_at: InstantText,
});

const Payment = z.object({
  id: z.string().min(1),
  merchant_key: z.string(),
  status: z.string(),
  amount_xof: AmountText,
  payment_url: z.url({ protocol: /^https?$/ }).nullable(),
  receipts: z.array(Receipt),
});
type Payment = z.infer<typeof Payment>;

const Refund = z.object({
  id: z.string().min(1),
  merchant_key: z.string(),
  status: z.string(),
  amount_xof: AmountText,
  settled_at: InstantText,
});

const Refusal = z.object({ code: z.string() });

const failures: Readonly<Record<string, CollectionFailure>> = {
  declined: "declined",
  insufficient_funds: "insufficient-funds",
  expired: "expired",
  cancelled: "cancelled",
};

/** 201: a new payment. 409: the key is known, and the body is the payment made before. 422: a definite no. */
export function readInitiated(
  answer: ProviderAnswer,
  order: Pick<CollectionOrder, "key" | "amountXof">,
): CallOutcome<CollectionInitiated, CollectionFailure> {
  if (isAnswer(answer, [201, 409])) {
    const payment = Payment.safeParse(answer.json);
    if (!payment.success) return unknownAnswer(answer);
    const { id, merchant_key: key, amount_xof: amountXof, payment_url: paymentUrl } = payment.data;
    // Another order under our key is nobody's yes to this one.
    if (key !== order.key || amountXof !== order.amountXof) {
      return unknownBecause("unexpected-answer");
    }
    return { kind: "accepted", value: { providerReference: id, paymentUrl } };
  }
  if (isRefusal(answer, "invalid-request")) {
    return { kind: "rejected", reason: "refused-by-provider" };
  }
  return unknownAnswer(answer);
}

/** The status of a payment, asked for by its key, which the answer has to name. */
export function readStatus(answer: ProviderAnswer, key: string): CollectionStatus {
  if (isNotFound(answer)) return { kind: "not-found" };
  if (!isAnswer(answer, [200])) return unknownAnswer(answer);
  const payment = Payment.safeParse(answer.json);
  if (!payment.success) return unknownAnswer(answer);
  if (payment.data.merchant_key !== key) return unknownBecause("unexpected-answer");
  return statusOf(payment.data);
}

function statusOf(payment: Payment): CollectionStatus {
  const { id: providerReference, payment_url: paymentUrl, status } = payment;
  if (status === "pending") return { kind: "pending", providerReference, paymentUrl };
  if (status === "completed") return completed(payment);
  const reason = failures[status];
  if (reason === undefined) return unknownBecause("unexpected-answer");
  return { kind: "failed", providerReference, reason };
}

function completed({ id, receipts }: Payment): CollectionStatus {
  const [first, ...others] = receipts.map((receipt) => ({
    receiptReference: receipt.id,
    amountXof: receipt.amount_xof,
    receivedAt: receipt.received_at,
  }));
  // Completed without a receipt: no amount is proven.
  if (first === undefined) return unknownBecause("unexpected-answer");
  return { kind: "completed", providerReference: id, receipts: [first, ...others] };
}

/** 201 and 409 as for payments; 422 `not-refundable` when there is not that much to return. */
export function readRefunded(
  answer: ProviderAnswer,
  order: RefundOrder,
): CallOutcome<{ readonly refundReference: string }, RefundFailure> {
  if (isAnswer(answer, [201, 409])) {
    const refund = Refund.safeParse(answer.json);
    if (!refund.success) return unknownAnswer(answer);
    const { id, merchant_key: key, amount_xof: amountXof } = refund.data;
    if (key !== order.key || amountXof !== order.amountXof) {
      return unknownBecause("unexpected-answer");
    }
    return { kind: "accepted", value: { refundReference: id } };
  }
  if (isRefusal(answer, "not-refundable")) return { kind: "rejected", reason: "not-refundable" };
  if (isRefusal(answer, "invalid-request")) {
    return { kind: "rejected", reason: "refused-by-provider" };
  }
  return unknownAnswer(answer);
}

/** The status of a refund, asked for by its key. */
export function readRefundStatus(answer: ProviderAnswer, key: string): RefundStatus {
  if (isNotFound(answer)) return { kind: "not-found" };
  if (!isAnswer(answer, [200])) return unknownAnswer(answer);
  const refund = Refund.safeParse(answer.json);
  if (!refund.success) return unknownAnswer(answer);
  const { merchant_key: named, status, amount_xof: amountXof, settled_at: settledAt } = refund.data;
  if (named !== key || status !== "settled") return unknownBecause("unexpected-answer");
  return { kind: "settled", amountXof, settledAt };
}

type Answered = Extract<ProviderAnswer, { readonly kind: "answer" }>;

function isAnswer(answer: ProviderAnswer, statuses: readonly number[]): answer is Answered {
  return answer.kind === "answer" && statuses.includes(answer.status);
}

function isRefusal(answer: ProviderAnswer, code: string): boolean {
  if (!isAnswer(answer, [422])) return false;
  const refusal = Refusal.safeParse(answer.json);
  return refusal.success && refusal.data.code === code;
}

/** A 404 with the gateway's own words; a 404 of something in between says nothing. */
function isNotFound(answer: ProviderAnswer): boolean {
  if (!isAnswer(answer, [404])) return false;
  const refusal = Refusal.safeParse(answer.json);
  return refusal.success && refusal.data.code === "not-found";
}

import type { Instant } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  CollectionFailure,
  CollectionInitiated,
  CollectionOrder,
  CollectionStatus,
  Receipt,
  RefundOrder,
} from "../../ports/collection-rail.ts";
import { rowOf } from "../../row-of.ts";
import { namedPayer } from "../named-payer.ts";
import { onlyOneOf } from "../only-one.ts";
import { answerOf, type Intent, type Payment, refusalOf, shapes } from "./resources.ts";

/** Every documented cause. Source: docs.hub2.io/integration/en/payments/payments_failure_causes. */
const failures: Readonly<Record<string, CollectionFailure>> = {
  customer_insufficient_funds: "insufficient-funds",
  authentication_failed: "declined",
  canceled_by_customer: "cancelled",
  canceled: "cancelled",
  authentication_timeout: "expired",
  timeout: "expired",
  internal_error: "refused-by-provider",
  service_unavailable: "refused-by-provider",
  unknown_reason: "refused-by-provider",
  unknown_reason_orange: "refused-by-provider",
  customer_account_locked: "refused-by-provider",
  bad_parameters: "refused-by-provider",
  forbidden_by_provider: "refused-by-provider",
  too_many_request: "refused-by-provider",
  duplicate_request: "refused-by-provider",
  fraud_suspicion: "refused-by-provider",
  unsupported_currency: "refused-by-provider",
  payer_quota_exceeded: "refused-by-provider",
  invalid_payment_processor: "refused-by-provider",
  invalid_msisdn: "refused-by-provider",
};

const underWay: ReadonlySet<string> = new Set([
  "created",
  "pending",
  "processing",
  "action_required",
]);

type Order = Pick<CollectionOrder, "key" | "amountXof">;

/** 400 with the one code of what could not be understood is a no to this order; a conflict, 409, or a code of the account is unknown. */
export function isRefusal(response: ProviderResponse): boolean {
  const refusal = refusalOf(response);
  return refusal?.status === 400 && refusal.code === notUnderstood;
}

/** Source: docs.hub2.io/documentation/en/error_management. */
const notUnderstood = "Bad Request";

/** The first step, which asks nobody for money. */
export function readIntent(
  response: ProviderResponse,
  order: Order,
): CallOutcome<{ readonly id: string; readonly token: string }, CollectionFailure> {
  if (isRefusal(response)) return { kind: "rejected", reason: "refused-by-provider" };
  const intent = answerOf(response, [200, 201], shapes.Intent);
  if (intent === undefined) return unknownResponse(response);
  const { id, token } = intent;
  const isOurs = intent.purchaseReference === order.key && intent.amount === order.amountXof;
  return isOurs && token
    ? { kind: "accepted", value: { id, token } }
    : unknownBecause("unexpected-response");
}

/** The second step, which asks the payer. */
export function readAttempted(
  response: ProviderResponse,
  { id, ...order }: Order & { readonly id: string },
): CallOutcome<CollectionInitiated, CollectionFailure> {
  if (isRefusal(response)) return { kind: "rejected", reason: "refused-by-provider" };
  const intent = answerOf(response, [200, 201], shapes.Intent);
  if (intent === undefined) return unknownResponse(response);
  const isOurs = intent.id === id && intent.amount === order.amountXof;
  if (!isOurs || intent.purchaseReference !== order.key) return unexpected;
  const status = statusOf(intent, null);
  if (status.kind === "failed") return { kind: "rejected", reason: status.reason, takenAs: id };
  if (status.kind !== "pending" && status.kind !== "completed") return unexpected;
  const paymentUrl = status.kind === "pending" ? status.paymentUrl : null;
  return { kind: "accepted", value: { providerReference: id, paymentUrl } };
}

const unexpected: Unknown = unknownBecause("unexpected-response");

interface Asked {
  readonly id: string;
  readonly key: string;
}

/** An intent that was read by its id; it has to be that one, and to bear our key. */
export function readStatus(response: ProviderResponse, asked: Asked): CollectionStatus {
  if (refusalOf(response)?.status === 404) return { kind: "not-found" };
  const intent = answerOf(response, [200], shapes.Intent);
  if (intent === undefined) return unknownResponse(response);
  return isAsked(intent, asked) ? statusOf(intent, statedAtOf(response)) : unexpected;
}

function isAsked({ id, purchaseReference }: Intent, asked: Asked): boolean {
  return id === asked.id && purchaseReference === asked.key;
}

/** The list of the intents that bear our key. */
export function readFound(response: ProviderResponse, key: string): CollectionStatus {
  const intents = answerOf(response, [200], shapes.Intents);
  if (intents === undefined) return unknownResponse(response);
  const intent = onlyOneOf(intents, (one) => one.purchaseReference === key);
  if (intent === "not-found") return { kind: "not-found" };
  return intent === "unclear" ? unexpected : statusOf(intent, statedAtOf(response));
}

function statedAtOf(response: ProviderResponse): Instant | null {
  return response.kind === "response" ? response.statedAt : null;
}

/**
 * What the attempts on an intent say, whatever it says itself: it can be paid short, twice, or once more behind a failure.
 * One without attempts is unknown: our second call is on its way, or never was, and then nobody is asked.
 */
function statusOf(intent: Intent, statedAt: Instant | null): CollectionStatus {
  const { id: providerReference, payments } = intent;
  if (!isUnderstood(intent)) return unexpected;
  const [first, ...others] = payments
    .filter(({ status }) => status === "successful")
    .map(receiptOf);
  if (first !== undefined) {
    return { kind: "completed", providerReference, receipts: [first, ...others], statedAt };
  }
  const open = payments.find(({ status }) => underWay.has(status));
  if (open !== undefined) {
    const paymentUrl = (open.nextAction ?? intent.nextAction)?.data?.url ?? null;
    return { kind: "pending", providerReference, paymentUrl };
  }
  const reason = rowOf(failures, payments.at(-1)?.failureCause ?? "");
  return reason === undefined ? unexpected : { kind: "failed", providerReference, reason };
}

const finals: ReadonlySet<string> = new Set(["successful", "failed"]);

/** An attempt with another word can be money as well. */
function isUnderstood({ payments }: Intent): boolean {
  return payments.every(({ status }) => finals.has(status) || underWay.has(status));
}

function receiptOf(payment: Payment): Receipt {
  const { id: receiptReference, amount: amountXof, updatedAt } = payment;
  return { receiptReference, amountXof, receivedAt: updatedAt ?? null, ...namedPayer(payment) };
}

/**
 * Who paid that receipt, and gets it back by a transfer of the same operator; no more than came in. Where it does not
 * know the receipt and several have paid, a person decides who gets it.
 */
export function readRefundable(
  response: ProviderResponse,
  wanted: Omit<RefundOrder, "key">,
): CallOutcome<
  { readonly country: string; readonly provider: string; readonly number: string },
  "not-refundable"
> {
  const intent = answerOf(response, [200], shapes.Intent);
  if (intent === undefined) return unknownResponse(response);
  const asked = { id: wanted.providerReference, key: wanted.collectionKey };
  if (!isAsked(intent, asked)) return unexpected;
  const paid = intent.payments.filter(({ status }) => status === "successful");
  const named = paid.filter(({ id }) => id === wanted.receiptReference);
  const meant = named.length > 0 ? named : paid;
  const total = meant.reduce((sum, { amount }) => sum + amount, 0n);
  const [payment, ...others] = meant;
  const isSure = payment !== undefined && others.every((one) => isSamePayer(one, payment));
  if (!isSure || total < wanted.amountXof) {
    return isUnderstood(intent) ? { kind: "rejected", reason: "not-refundable" } : unexpected;
  }
  const { country, provider, number } = payment;
  const isNumber = namedPayer(payment).payerNumber !== undefined;
  if (!isNumber || !country || !provider || !number) return unexpected;
  return { kind: "accepted", value: { country, provider, number } };
}

function isSamePayer(one: Payment, other: Payment): boolean {
  return (
    one.country === other.country && one.provider === other.provider && one.number === other.number
  );
}

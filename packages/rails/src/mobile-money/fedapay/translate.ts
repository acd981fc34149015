import type { Instant } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  CollectionFailure,
  CollectionInitiated,
  CollectionOrder,
  CollectionStatus,
  RefundOrder,
} from "../../ports/collection-rail.ts";
import { rowOf } from "../../row-of.ts";
import { namedPayer } from "../named-payer.ts";
import { onlyOneOf } from "../only-one.ts";
import {
  isNotFound,
  isRefusal,
  PaidFrom,
  saysWhoPaid,
  successOf,
  TokenBody,
  type Transaction,
  TransactionBody,
  TransactionsBody,
} from "./resources.ts";

/**
 * What each documented status of a transaction says. One that is not here is unknown. Sources: `Transaction.ts` of fedapay-node,
 * docs.fedapay.com/integration-api/en/webhooks-en.
 */
const statuses: Readonly<
  Record<string, "pending" | "completed" | "reversed" | "partly-reversed" | CollectionFailure>
> = {
  pending: "pending",
  approved: "completed",
  transferred: "completed",
  refunded: "reversed",
  approved_partially_refunded: "partly-reversed",
  transferred_partially_refunded: "partly-reversed",
  declined: "declined",
  canceled: "cancelled",
  expired: "expired",
};

/** 2xx with our own order in it; 400 and 422 that name fields are a definite no. */
export function readCreated(
  response: ProviderResponse,
  order: Pick<CollectionOrder, "key" | "amountXof">,
): CallOutcome<{ readonly providerReference: string }, CollectionFailure> {
  if (isRefusal(response)) return { kind: "rejected", reason: "refused-by-provider" };
  const created = successOf(response, TransactionBody);
  if (created === undefined) return unknownResponse(response);
  const isOurs = created.merchant_reference === order.key && created.amount === order.amountXof;
  // Another order under our key is nobody's yes to this one.
  if (!isOurs) return unknownBecause("unexpected-response");
  return { kind: "accepted", value: { providerReference: created.id } };
}

/** The link of an order that was made: without it nobody can pay, and a status brings another. */
export function readLink(
  response: ProviderResponse,
  providerReference: string,
): { readonly kind: "accepted"; readonly value: CollectionInitiated } | Unknown {
  const link = successOf(response, TokenBody);
  if (link === undefined) return unknownResponse(response);
  return { kind: "accepted", value: { providerReference, paymentUrl: link.url } };
}

interface Asked {
  readonly id: string;
  readonly key: string;
}

/** A transaction that was read by its id; it has to be that one, and to bear our key. */
export function readStatus(response: ProviderResponse, asked: Asked): CollectionStatus {
  if (isNotFound(response)) return { kind: "not-found" };
  const transaction = successOf(response, TransactionBody);
  if (transaction === undefined) return unknownResponse(response);
  if (!isAsked(transaction, asked)) return unknownBecause("unexpected-response");
  return statusOf(transaction, statedAtOf(response));
}

function isAsked({ id, merchant_reference: reference }: Transaction, asked: Asked): boolean {
  return id === asked.id && reference === asked.key;
}

/** The list that a search for our key brings. */
export function readFound(response: ProviderResponse, key: string): CollectionStatus {
  const found = successOf(response, TransactionsBody);
  if (found === undefined) return unknownResponse(response);
  const transaction = onlyOneOf(found.resources, (one) => one.merchant_reference === key);
  if (transaction === "not-found") return { kind: "not-found" };
  if (transaction === "unclear") return unknownBecause("unexpected-response");
  return statusOf(transaction, statedAtOf(response));
}

function statedAtOf(response: ProviderResponse): Instant | null {
  return response.kind === "response" ? response.statedAt : null;
}

function statusOf(transaction: Transaction, statedAt: Instant | null): CollectionStatus {
  const { id: providerReference, amount: amountXof, payment_url: paymentUrl } = transaction;
  const said = rowOf(statuses, transaction.status);
  // How much of it still stands is said nowhere.
  if (said === undefined || said === "partly-reversed") {
    return unknownBecause("unexpected-response");
  }
  if (said === "pending") {
    return { kind: "pending", providerReference, paymentUrl: paymentUrl ?? null };
  }
  if (said === "reversed") return reversedOf(transaction, statedAt);
  if (said !== "completed") return { kind: "failed", providerReference, reason: said };
  const receivedAt = transaction.approved_at ?? null;
  const payer = namedPayer(PaidFrom.safeParse(transaction.metadata).data);
  const receipt = { receiptReference: providerReference, amountXof, receivedAt, ...payer };
  return { kind: "completed", providerReference, receipts: [receipt], statedAt };
}

/** Our own refunds are payouts: it was given back at the provider, by hand. */
function reversedOf(
  { id: providerReference, amount: amountXof, refunded_at: refundedAt }: Transaction,
  statedAt: Instant | null,
): CollectionStatus {
  const reversedAt = refundedAt ?? statedAt;
  if (reversedAt === null) return unknownBecause("unexpected-response");
  const reversal = { receiptReference: providerReference, amountXof, reversedAt };
  return { kind: "reversed", providerReference, receipts: [], reversals: [reversal], statedAt };
}

/** What a refund needs to know of the collection that it gives back. */
export function readRefundable(
  response: ProviderResponse,
  {
    collectionKey: key,
    providerReference: id,
    amountXof,
  }: Pick<RefundOrder, "collectionKey" | "providerReference" | "amountXof">,
): CallOutcome<{ readonly customer: object; readonly mode: string | null }, "not-refundable"> {
  const transaction = successOf(response, TransactionBody);
  if (transaction === undefined) return unknownResponse(response);
  if (!isAsked(transaction, { id, key })) return unknownBecause("unexpected-response");
  const { status, amount, mode } = transaction;
  if (rowOf(statuses, status) === undefined) return unknownBecause("unexpected-response");
  const stands = status === "approved" || status === "transferred";
  if (!stands || amount < amountXof) return { kind: "rejected", reason: "not-refundable" };
  const customer = payerOf(transaction);
  if (customer === undefined) return unknownBecause("unexpected-response");
  return { kind: "accepted", value: { customer, mode: mode ?? null } };
}

/** The number that paid, where it is said; else the customer of the order. */
function payerOf({ customer_id: customerId, metadata }: Transaction): object | undefined {
  if (!saysWhoPaid(metadata)) return customerId ? { id: Number(customerId) } : undefined;
  const { number, country } = PaidFrom.safeParse(metadata).data ?? {};
  return number && country ? { phone_number: { number, country } } : undefined;
}

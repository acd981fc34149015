import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  CollectionFailure,
  CollectionInitiated,
  CollectionOrder,
  CollectionStatus,
} from "../../ports/collection-rail.ts";
import { rowOf } from "../../row-of.ts";
import { type FoundOrder, foundOf, initiationOf } from "./resources.ts";

/** What a call can be refused for, none of which moved anything. Source: docs.pawapay.io/v2/docs/failure_codes. */
export const refusals = [
  "INVALID_INPUT",
  "MISSING_PARAMETER",
  "UNSUPPORTED_PARAMETER",
  "INVALID_PARAMETER",
  "DUPLICATE_METADATA_FIELD",
  "AMOUNT_OUT_OF_BOUNDS",
  "INVALID_AMOUNT",
  "INVALID_PHONE_NUMBER",
  "INVALID_CURRENCY",
  "INVALID_PROVIDER",
  "PROVIDER_TEMPORARILY_UNAVAILABLE",
] as const;

/** What a deposit can fail for once it was taken. One that is not here, `UNKNOWN_ERROR` too, is unknown. */
const failures: Readonly<Record<string, CollectionFailure>> = {
  PAYMENT_NOT_APPROVED: "declined",
  INSUFFICIENT_BALANCE: "insufficient-funds",
  PAYMENT_IN_PROGRESS: "refused-by-provider",
  TRANSACTION_ALREADY_IN_PROCESS: "refused-by-provider",
  PAYER_NOT_FOUND: "refused-by-provider",
  PAYER_LIMIT_REACHED: "refused-by-provider",
  WALLET_LIMIT_REACHED: "refused-by-provider",
  UNSPECIFIED_FAILURE: "refused-by-provider",
};

/** Under way by every documented word: `SUBMITTED` is the older one for `PROCESSING`. */
export const underWay: ReadonlySet<string> = new Set([
  "ACCEPTED",
  "ENQUEUED",
  "PROCESSING",
  "SUBMITTED",
  "IN_RECONCILIATION",
]);

const name = "depositId";

/** `duplicate`: the key was known before, and what it stands for has to be read. */
export type Placed<Failure extends string> =
  | CallOutcome<null, Failure>
  | { readonly kind: "duplicate" };

export function readDeposited(response: ProviderResponse, key: string): Placed<CollectionFailure> {
  const initiation = initiationOf(response, { name, key });
  if (initiation === undefined) return unknownResponse(response);
  const { status, failureCode } = initiation;
  if (status === "ACCEPTED") return { kind: "accepted", value: null };
  if (status === "DUPLICATE_IGNORED") return { kind: "duplicate" };
  const isRefused = status === "REJECTED" && refusals.some((code) => code === failureCode);
  return isRefused
    ? { kind: "rejected", reason: "refused-by-provider" }
    : unknownBecause("unexpected-response");
}

/** What an order stands for whose key was known before: only the very same one is a yes. */
export function readKnownDeposit(
  response: ProviderResponse,
  order: Pick<CollectionOrder, "key" | "amountXof">,
): CallOutcome<CollectionInitiated, CollectionFailure> {
  const found = foundOf(response, { name, key: order.key });
  if (found === undefined || found === "not-found" || found.amount !== order.amountXof) {
    return unknownBecause("unexpected-response");
  }
  const status = statusOf(found, { key: order.key, response });
  if (status.kind === "failed") {
    return { kind: "rejected", reason: status.reason, takenAs: order.key };
  }
  if (status.kind === "unknown") return status;
  const paymentUrl = status.kind === "pending" ? status.paymentUrl : null;
  return { kind: "accepted", value: { providerReference: order.key, paymentUrl } };
}

/** A deposit is asked for by its own id, which is our key. */
export function readDeposit(response: ProviderResponse, key: string): CollectionStatus {
  const found = foundOf(response, { name, key });
  if (found === undefined) return unknownResponse(response);
  return found === "not-found" ? { kind: "not-found" } : statusOf(found, { key, response });
}

function statusOf(
  { status, amount: amountXof, authorizationUrl, failureReason }: FoundOrder,
  { key, response }: { readonly key: string; readonly response: ProviderResponse },
): CollectionStatus {
  const providerReference = key;
  if (status !== "ENQUEUED" && underWay.has(status)) {
    return { kind: "pending", providerReference, paymentUrl: authorizationUrl ?? null };
  }
  if (status === "COMPLETED") {
    const statedAt = response.kind === "response" ? response.statedAt : null;
    const receipt = { receiptReference: key, amountXof, receivedAt: null };
    return { kind: "completed", providerReference, receipts: [receipt], statedAt };
  }
  const reason =
    status === "FAILED" ? rowOf(failures, failureReason?.failureCode ?? "") : undefined;
  return reason === undefined
    ? unknownBecause("unexpected-response")
    : { kind: "failed", providerReference, reason };
}

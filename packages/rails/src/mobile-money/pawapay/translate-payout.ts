import { type Instant, type Xof, xof } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { RefundAccepted, RefundFailure, RefundStatus } from "../../ports/collection-rail.ts";
import type {
  DisburseAccepted,
  DisburseConditions,
  DisburseFailure,
  DisburseStatus,
} from "../../ports/disburse-rail.ts";
import type { FloatReading } from "../../ports/float-reading.ts";
import { rowOf } from "../../row-of.ts";
import { channelsOf, type ServedChannel } from "./providers.ts";
import {
  ConfigurationBody,
  type FoundOrder,
  foundOf,
  type IdName,
  initiationOf,
  WalletsBody,
} from "./resources.ts";
import { type Placed, refusals, underWay } from "./translate.ts";

const refused = Object.fromEntries(refusals.map((code) => [code, "refused-by-provider" as const]));

/** What a payout can be refused for at once. Source: docs.pawapay.io/v2/docs/failure_codes. */
const payoutRefusals: Readonly<Record<string, DisburseFailure>> = {
  ...refused,
  INVALID_PHONE_NUMBER: "receiver-not-found",
  PROVIDER_TEMPORARILY_UNAVAILABLE: "channel-closed",
  PAWAPAY_WALLET_OUT_OF_FUNDS: "insufficient-float",
};

/** What it can fail for once it was taken. One that is not here, `UNKNOWN_ERROR` too, is unknown. */
const payoutFailures: Readonly<Record<string, DisburseFailure>> = {
  RECIPIENT_NOT_FOUND: "receiver-not-found",
  RECIPIENT_LIMIT_REACHED: "receiver-wallet-full",
  WALLET_LIMIT_REACHED: "receiver-wallet-full",
  PAWAPAY_WALLET_OUT_OF_FUNDS: "insufficient-float",
  MANUALLY_CANCELLED: "refused-by-provider",
  UNSPECIFIED_FAILURE: "refused-by-provider",
};

/** `wallet-refused` where it may pass: another refund of the same deposit, our wallet, or the operator's outage. */
const refundRefusals: Readonly<Record<string, RefundFailure>> = {
  ...refused,
  PROVIDER_TEMPORARILY_UNAVAILABLE: "wallet-refused",
  PAWAPAY_WALLET_OUT_OF_FUNDS: "wallet-refused",
  REFUND_IN_PROGRESS: "wallet-refused",
  NOT_FOUND: "not-refundable",
  INVALID_STATE: "not-refundable",
  AMOUNT_TOO_LARGE: "not-refundable",
  DEPOSIT_ALREADY_REFUNDED: "not-refundable",
};

const refundFailures: Readonly<Record<string, RefundFailure>> = {
  PAWAPAY_WALLET_OUT_OF_FUNDS: "wallet-refused",
  REFUND_IN_PROGRESS: "wallet-refused",
  WALLET_LIMIT_REACHED: "wallet-refused",
  AMOUNT_TOO_LARGE: "not-refundable",
  DEPOSIT_ALREADY_REFUNDED: "not-refundable",
  RECIPIENT_NOT_FOUND: "refused-by-provider",
  MANUALLY_CANCELLED: "refused-by-provider",
  UNSPECIFIED_FAILURE: "refused-by-provider",
};

export interface OutKind<Failure extends string> {
  readonly name: IdName;
  readonly refusals: Readonly<Record<string, Failure>>;
  readonly failures: Readonly<Record<string, Failure>>;
}

export const payoutKind: OutKind<DisburseFailure> = {
  name: "payoutId",
  refusals: payoutRefusals,
  failures: payoutFailures,
};
export const refundKind: OutKind<RefundFailure> = {
  name: "refundId",
  refusals: refundRefusals,
  failures: refundFailures,
};

export function readPlaced<Failure extends string>(
  response: ProviderResponse,
  key: string,
  kind: OutKind<Failure>,
): Placed<Failure> {
  const initiation = initiationOf(response, { name: kind.name, key });
  if (initiation === undefined) return unknownResponse(response);
  const { status, failureCode } = initiation;
  if (status === "ACCEPTED" || status === "ENQUEUED") return { kind: "accepted", value: null };
  if (status === "DUPLICATE_IGNORED") return { kind: "duplicate" };
  const reason = status === "REJECTED" ? rowOf(kind.refusals, failureCode ?? "") : undefined;
  return reason === undefined
    ? unknownBecause("unexpected-response")
    : { kind: "rejected", reason };
}

type OutStatus<Failure extends string> =
  | { readonly kind: "pending" }
  | { readonly kind: "settled"; readonly amountXof: Xof; readonly settledAt: Instant }
  | { readonly kind: "failed"; readonly reason: Failure }
  | { readonly kind: "not-found" }
  | Unknown;

export function readOut<Failure extends string>(
  response: ProviderResponse,
  key: string,
  kind: OutKind<Failure>,
): OutStatus<Failure> {
  const found = foundOf(response, { name: kind.name, key });
  if (found === undefined) return unknownResponse(response);
  return found === "not-found" ? { kind: "not-found" } : statusOf(found, { response, kind });
}

/** It says when an order was made and not when it settled: by the moment of its answer it had. */
function statusOf<Failure extends string>(
  { status, amount: amountXof, created, failureReason }: FoundOrder,
  { response, kind }: { readonly response: ProviderResponse; readonly kind: OutKind<Failure> },
): OutStatus<Failure> {
  if (underWay.has(status)) return { kind: "pending" };
  const settledAt = (response.kind === "response" ? response.statedAt : null) ?? created;
  if (status === "COMPLETED" && settledAt) return { kind: "settled", amountXof, settledAt };
  const code = failureReason?.failureCode ?? "";
  const reason = status === "FAILED" ? rowOf(kind.failures, code) : undefined;
  return reason === undefined ? unknownBecause("unexpected-response") : { kind: "failed", reason };
}

/** What an order stands for whose key was known before: only the very same one is a yes. */
export function readKnown<Failure extends string>(
  response: ProviderResponse,
  order: { readonly key: string; readonly amountXof: Xof },
  kind: OutKind<Failure>,
): CallOutcome<null, Failure> {
  const found = foundOf(response, { name: kind.name, key: order.key });
  if (found === undefined || found === "not-found" || found.amount !== order.amountXof) {
    return unknownBecause("unexpected-response");
  }
  const status = statusOf(found, { response, kind });
  if (status.kind === "failed") {
    return { kind: "rejected", reason: status.reason, takenAs: order.key };
  }
  return status.kind === "pending" || status.kind === "settled"
    ? { kind: "accepted", value: null }
    : unknownBecause("unexpected-response");
}

export function disbursed(key: string): DisburseAccepted {
  return { kind: "pending", providerReference: key };
}

export function refunded(key: string): RefundAccepted {
  return { refundReference: key, settled: null };
}

export function disburseStatusOf(
  status: OutStatus<DisburseFailure>,
  providerReference: string,
): DisburseStatus {
  if (status.kind === "not-found" || status.kind === "unknown") return status;
  // What a payout costs stands in no status.
  return status.kind === "settled"
    ? { ...status, providerReference, feeXof: xof(0n) }
    : { ...status, providerReference };
}

export function refundStatusOf(status: OutStatus<RefundFailure>): RefundStatus {
  return status;
}

export function readWallets(response: ProviderResponse): FloatReading {
  const isAnswer = response.kind === "response" && response.status === 200;
  const read = WalletsBody.safeParse(isAnswer ? response.json : undefined);
  if (!read.success) return unknownResponse(response);
  const ours = read.data.balances.filter(({ currency }) => currency === "XOF");
  return {
    kind: "floats",
    floats: ours.map(({ country, provider, balance: availableXof }) => ({
      account: provider ? `${country}-${provider}` : country,
      channels: channelsOf(country, provider ?? null),
      availableXof,
    })),
  };
}

/** `DELAYED` is not open: what is ordered then waits for the operator, for as long as that takes. */
export function readConditions(
  response: ProviderResponse,
  { provider, country }: ServedChannel,
  floatXof: Xof,
): DisburseConditions {
  const isAnswer = response.kind === "response" && response.status === 200;
  const read = ConfigurationBody.safeParse(isAnswer ? response.json : undefined);
  if (!read.success) return unknownResponse(response);
  const terms = read.data.countries
    .filter((one) => one.country === country)
    .flatMap(({ providers }) => providers.filter((one) => one.provider === provider))
    .flatMap(({ currencies }) => currencies.filter(({ currency }) => currency === "XOF"))
    .flatMap(({ operationTypes }) => operationTypes.PAYOUT ?? [])[0];
  if (terms === undefined) return { kind: "unknown-channel" };
  const { minAmount: amountXofMin, maxAmount: amountXofMax, status } = terms;
  return {
    kind: "conditions",
    isOpen: status === "OPERATIONAL",
    amountXofMin,
    amountXofMax,
    floatXof,
  };
}

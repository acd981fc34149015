import { type Instant, type Xof, xof } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { RefundFailure } from "../../ports/collection-rail.ts";
import type { DisburseFailure } from "../../ports/disburse-rail.ts";
import type { FloatReading } from "../../ports/float-reading.ts";
import { rowOf } from "../../row-of.ts";
import { onlyOneOf } from "../only-one.ts";
import { answerOf, feesOf, refusalOf, shapes, type Transfer } from "./resources.ts";
import { isRefusal } from "./translate.ts";

/** "A similar operation has just been recorded": it can be ours, where something in between sent our call twice. */
const similar = "duplicate_request";

/**
 * Every documented cause that says no money went out, `duplicate_request` only of the one transfer that bears our key. Source:
 * docs.hub2.io/integration/en/transfers/transfers_failure_causes. Left out are `timeout` and `internal_error`: neither says that the
 * operator did not pay.
 */
const documentedCauses = [
  "invalid_amount",
  "service_unavailable",
  "too_many_request",
  "unknown_reason",
  "fraud_suspicion",
  "invalid_destination",
  "forbidden_by_provider",
  "insufficient_funds",
  "unsupported_currency",
  "canceled",
  "destination_not_allowed",
  "blacklisted_msisdn",
  "invalid_payment_processor",
  similar,
  "bad_request",
] as const;

/** What a transfer can end with; `emptyAccount` where the account does not have the amount. */
export interface TransferKind<Failure extends string> {
  readonly usual: Failure;
  readonly emptyAccount: Failure;
  readonly said: Readonly<Record<string, Failure>>;
}

export const payoutKind: TransferKind<DisburseFailure> = {
  usual: "refused-by-provider",
  emptyAccount: "insufficient-float",
  said: {
    invalid_destination: "receiver-not-found",
    insufficient_funds: "insufficient-float",
    service_unavailable: "channel-closed",
    too_many_request: "channel-closed",
  },
};

/** `wallet-refused` where it may pass. */
export const refundKind: TransferKind<RefundFailure> = {
  usual: "refused-by-provider",
  emptyAccount: "wallet-refused",
  said: {
    insufficient_funds: "wallet-refused",
    service_unavailable: "wallet-refused",
    too_many_request: "wallet-refused",
    duplicate_request: "wallet-refused",
  },
};

function failureOf<Failure extends string>(
  cause: string | null | undefined,
  { usual, said }: TransferKind<Failure>,
): Failure | undefined {
  return documentedCauses.some((code) => code === cause)
    ? (rowOf(said, cause ?? "") ?? usual)
    : undefined;
}

/** Codes of a refused call, of 400 or 402. Source: docs.hub2.io/documentation/en/error_management. */
const emptyAccountCodes: ReadonlySet<string> = new Set([
  "insufficient-funds",
  "missing-funds-reservation",
  "withdrawal-unavailable",
]);

export type TransferStatus<Failure extends string> =
  | { readonly kind: "pending"; readonly id: string }
  | {
      readonly kind: "settled";
      readonly id: string;
      readonly amountXof: Xof;
      readonly feeXof: Xof;
      readonly settledAt: Instant;
    }
  | { readonly kind: "failed"; readonly id: string; readonly reason: Failure }
  | { readonly kind: "not-found" }
  | Unknown;

export type TransferTaken = Extract<
  TransferStatus<never>,
  { readonly kind: "pending" | "settled" }
>;

const underWay: ReadonlySet<string> = new Set(["created", "pending", "processing"]);

export function readOrdered<Failure extends string>(
  response: ProviderResponse,
  order: { readonly key: string; readonly amountXof: Xof },
  kind: TransferKind<Failure>,
): CallOutcome<TransferTaken, Failure> {
  const refusal = refusalOf(response);
  const isEmpty = emptyAccountCodes.has(refusal?.code ?? "");
  if (isEmpty && (refusal?.status === 400 || refusal?.status === 402)) {
    return { kind: "rejected", reason: kind.emptyAccount };
  }
  if (isRefusal(response)) return { kind: "rejected", reason: kind.usual };
  const transfer = answerOf(response, [200, 201], shapes.Transfer);
  if (transfer === undefined) return unknownResponse(response);
  const isOurs = transfer.reference === order.key && transfer.amount === order.amountXof;
  const status =
    isOurs && !isSimilar(transfer)
      ? statusOf(transfer, kind)
      : unknownBecause("unexpected-response");
  if (status.kind === "failed") {
    return { kind: "rejected", reason: status.reason, takenAs: status.id };
  }
  return status.kind === "pending" || status.kind === "settled"
    ? { kind: "accepted", value: status }
    : unknownBecause("unexpected-response");
}

function isSimilar({ failureCause }: Transfer): boolean {
  return failureCause === similar;
}

/** A transfer that was read by its id; it has to be that one, and to bear our key. `similar`: only the list can say whether another does, too. */
export function readTransfer<Failure extends string>(
  response: ProviderResponse,
  { id, key }: { readonly id: string; readonly key: string },
  kind: TransferKind<Failure>,
): TransferStatus<Failure> | { readonly kind: "similar" } {
  if (refusalOf(response)?.status === 404) return { kind: "not-found" };
  const transfer = answerOf(response, [200], shapes.Transfer);
  if (transfer === undefined) return unknownResponse(response);
  const isAsked = transfer.id === id && transfer.reference === key;
  if (!isAsked) return unknownBecause("unexpected-response");
  return isSimilar(transfer) ? { kind: "similar" } : statusOf(transfer, kind);
}

/** The list of the transfers that bear our key. */
export function readFoundTransfer<Failure extends string>(
  response: ProviderResponse,
  key: string,
  kind: TransferKind<Failure>,
): TransferStatus<Failure> {
  const transfers = answerOf(response, [200], shapes.Transfers);
  if (transfers === undefined) return unknownResponse(response);
  const transfer = onlyOneOf(transfers, ({ reference }) => reference === key);
  if (transfer === "not-found") return { kind: "not-found" };
  return transfer === "unclear" ? unknownBecause("unexpected-response") : statusOf(transfer, kind);
}

function statusOf<Failure extends string>(
  transfer: Transfer,
  kind: TransferKind<Failure>,
): TransferStatus<Failure> {
  const { id, status, amount: amountXof, updatedAt: settledAt, failureCause } = transfer;
  if (underWay.has(status)) return { kind: "pending", id };
  if (status === "successful" && settledAt) {
    return { kind: "settled", id, amountXof, feeXof: feesOf(transfer), settledAt };
  }
  const reason = status === "failed" ? failureOf(failureCause, kind) : undefined;
  return reason === undefined
    ? unknownBecause("unexpected-response")
    : { kind: "failed", id, reason };
}

/** One account pays out everywhere. */
export function readBalance(response: ProviderResponse): FloatReading {
  const accounts = answerOf(response, [200], shapes.Balance)?.transferAccount ?? [];
  const [ours, ...others] = accounts.filter(({ currency }) => currency === "XOF");
  const isClear = ours !== undefined && others.length === 0 && ours.availableBalance >= 0;
  if (!isClear) return unknownResponse(response);
  const availableXof = xof(BigInt(Math.floor(ours.availableBalance)));
  return { kind: "floats", floats: [{ account: "transfer", channels: null, availableXof }] };
}

import { type Xof, xof } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  DisburseAccepted,
  DisburseFailure,
  DisburseStatus,
} from "../../ports/disburse-rail.ts";
import type { FloatReading } from "../../ports/float-reading.ts";
import { rowOf } from "../../row-of.ts";
import { onlyOneOf } from "../only-one.ts";
import { channelsOfMode } from "./modes.ts";
import {
  BalancesBody,
  feeOf,
  isRefusal,
  type Payout,
  PayoutBody,
  PayoutsBody,
  receivedOf,
  refusedFields,
  StartedBody,
  successOf,
} from "./resources.ts";

/**
 * What each documented status of a payout says: `pending` is recorded and not started. One that is not here is unknown. Sources:
 * docs.fedapay.com/api-reference/payouts/update-start, docs.fedapay.com/dashboard/en/payout-en.
 */
export const payoutStatuses: Readonly<Record<string, "pending" | "settled" | "failed">> = {
  pending: "pending",
  scheduled: "pending",
  started: "pending",
  processing: "pending",
  sent: "settled",
  failed: "failed",
};

interface OrderedPayout {
  readonly key: string;
  readonly amountXof: Xof;
}

type Refused = { readonly kind: "rejected"; readonly reason: "refused-by-provider" };
const refused: Refused = { kind: "rejected", reason: "refused-by-provider" };

/** The first step, which moves nothing. */
export function readRecorded(
  response: ProviderResponse,
  order: OrderedPayout,
): { readonly kind: "accepted"; readonly value: Payout } | Refused | Unknown {
  if (isRefusal(response)) return refused;
  const payout = successOf(response, PayoutBody);
  if (payout === undefined) return unknownResponse(response);
  const isOurs = payout.merchant_reference === order.key && payout.amount === order.amountXof;
  return isOurs ? { kind: "accepted", value: payout } : unknownBecause("unexpected-response");
}

/** The second step, which moves money. */
export function readStarted(
  response: ProviderResponse,
  { id, ...order }: OrderedPayout & { readonly id: string },
): CallOutcome<DisburseAccepted, DisburseFailure> | { readonly kind: "refused-start" } {
  if (refusedFields(response).length > 0) return { kind: "refused-start" };
  const [payout, ...others] = successOf(response, StartedBody) ?? [];
  if (payout === undefined) return unknownResponse(response);
  const isOurs = payout.id === id && payout.amount === order.amountXof;
  if (!isOurs || others.length > 0) return unknownBecause("unexpected-response");
  return outcomeOf(payout);
}

function outcomeOf(payout: Payout): CallOutcome<DisburseAccepted, DisburseFailure> {
  const status = statusOf(payout);
  if (status.kind === "pending" || status.kind === "settled") {
    return { kind: "accepted", value: status };
  }
  return status.kind === "failed"
    ? { kind: "rejected", reason: status.reason, takenAs: payout.id }
    : unknownBecause("unexpected-response");
}

/**
 * What a payout is whose start was refused. Something in between may have sent the call twice: it has begun all the same, or
 * does so yet while it is still `pending`, which is no proof.
 */
export function readRefusedStart(
  response: ProviderResponse,
  { id, key }: { readonly id: string; readonly key: string },
): CallOutcome<DisburseAccepted, DisburseFailure> {
  const payout = successOf(response, PayoutBody);
  if (payout === undefined) return unknownResponse(response);
  const isOurs = payout.merchant_reference === key && payout.id === id;
  return isOurs && payout.status !== "pending"
    ? outcomeOf(payout)
    : unknownBecause("unexpected-response");
}

/** The list that a search for our key brings. */
export function readFoundPayout(response: ProviderResponse, key: string): DisburseStatus {
  const found = successOf(response, PayoutsBody);
  if (found === undefined) return unknownResponse(response);
  const payout = onlyOneOf(found.resources, (one) => one.merchant_reference === key);
  if (payout === "not-found") return { kind: "not-found" };
  return payout === "unclear" ? unknownBecause("unexpected-response") : statusOf(payout);
}

function statusOf(payout: Payout): DisburseStatus {
  const { id: providerReference, sent_at: settledAt } = payout;
  const said = rowOf(payoutStatuses, payout.status);
  if (said === "pending") return { kind: "pending", providerReference };
  // The codes of the operators behind it are not documented: whatever `last_error_code` says, it did not go out.
  if (said === "failed")
    return { kind: "failed", providerReference, reason: "refused-by-provider" };
  if (said === undefined || !settledAt) return unknownBecause("unexpected-response");
  const [amountXof, feeXof] = [receivedOf(payout), xof(feeOf(payout))];
  return { kind: "settled", providerReference, amountXof, feeXof, settledAt };
}

/** One balance for each operator, or one without an operator for all. */
export function readBalances(response: ProviderResponse): FloatReading {
  const balances = successOf(response, BalancesBody);
  if (balances === undefined) return unknownResponse(response);
  return {
    kind: "floats",
    floats: balances.flatMap(({ id, amount, mode }) => {
      const channels = mode ? channelsOfMode(mode) : null;
      if (channels?.length === 0) return [];
      return [{ account: mode ?? `balance-${id}`, channels, availableXof: xof(amount) }];
    }),
  };
}

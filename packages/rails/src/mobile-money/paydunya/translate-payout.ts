import { xof } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { type CallOutcome, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  DisburseAccepted,
  DisburseFailure,
  DisburseStatus,
} from "../../ports/disburse-rail.ts";
import type { FloatReading } from "../../ports/float-reading.ts";
import { rowOf } from "../../row-of.ts";
import { channelsOfCountry } from "./modes.ts";
import { payoutRefusalOf, undecided } from "./refusals.ts";
import { BalancesBody, PayoutBody, PreparedBody, SubmittedBody, successOf } from "./resources.ts";

/**
 * What each documented status of a payout says: `created` was never sent to the operator. One that is not here is unknown. Source:
 * developers.paydunya.com/doc/EN/api_deboursement.
 */
const payoutStatuses: Readonly<Record<string, "pending" | "settled" | "failed">> = {
  created: "pending",
  pending: "pending",
  success: "settled",
  failed: "failed",
};

/** The first step, which moves nothing: without its token nothing ever will. */
export function readPrepared(response: ProviderResponse): CallOutcome<string, DisburseFailure> {
  const reason = payoutRefusalOf(response);
  if (reason !== undefined) return { kind: "rejected", reason };
  const token = successOf(response, PreparedBody);
  return token === undefined ? undecided(response) : { kind: "accepted", value: token };
}

/** The second step, which moves money: whatever is no plain answer is asked about by the token. */
export function readSubmitted(
  response: ProviderResponse,
  providerReference: string,
): CallOutcome<DisburseAccepted, DisburseFailure> {
  const said = successOf(response, SubmittedBody)?.status ?? "";
  const status = rowOf(payoutStatuses, said);
  if (status === "failed") {
    return { kind: "rejected", reason: "refused-by-provider", takenAs: providerReference };
  }
  if (status !== undefined)
    return { kind: "accepted", value: { kind: "pending", providerReference } };
  return { ...undecided(response), providerReference };
}

/** It says neither when a payout settled nor always what it cost: by the moment of its answer it had. */
export function readPayout(
  response: ProviderResponse,
  { key, token: providerReference }: { readonly key: string; readonly token: string },
): DisburseStatus {
  const payout = successOf(response, PayoutBody);
  if (payout === undefined || response.kind === "no-response") return undecided(response);
  const isOurs =
    (payout.token ?? providerReference) === providerReference &&
    (payout.disburse_id || key) === key;
  const { status, amount: amountXof, fees } = payout;
  const said = isOurs ? rowOf(payoutStatuses, status) : undefined;
  if (said === "pending") return { kind: "pending", providerReference };
  if (said === "failed")
    return { kind: "failed", providerReference, reason: "refused-by-provider" };
  const { statedAt: settledAt } = response;
  if (said === undefined || settledAt === null) return unknownBecause("unexpected-response");
  const feeXof = fees ?? xof(0n);
  return { kind: "settled", providerReference, amountXof, feeXof, settledAt };
}

/** One balance for each country; the provider calls them approximate. */
export function readBalances(response: ProviderResponse): FloatReading {
  const isAnswer = response.kind === "response" && response.status === 200;
  const read = BalancesBody.safeParse(isAnswer ? response.json : undefined);
  if (!read.success) return undecided(response);
  return {
    kind: "floats",
    floats: read.data.map(({ country, text: availableXof }) => ({
      account: country,
      channels: channelsOfCountry(country),
      availableXof,
    })),
  };
}

import { type Instant, type Xof, xof } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { RefundFailure, RefundStatus } from "../../ports/collection-rail.ts";
import type { DisburseFailure, DisburseStatus } from "../../ports/disburse-rail.ts";
import type { FloatReading } from "../../ports/float-reading.ts";
import { BalanceBody, type MovementName, movementOf } from "./resources.ts";
import type { MomoAccount } from "./settings.ts";
import {
  accountRefusals,
  collectionKind,
  failuresOf,
  type MovementKind,
  readMovement,
} from "./translate.ts";

function transferKind<Failure extends string>(
  said: Readonly<Record<string, Failure>>,
): MovementKind<Failure | "refused-by-provider"> {
  return {
    path: "/v1_0/transfer",
    failures: failuresOf<Failure | "refused-by-provider">("refused-by-provider", said),
  };
}

/** They may pass: the number is not the reason. */
const ofAccount = <Failure extends string>(failure: Failure) =>
  Object.fromEntries(accountRefusals.map((code) => [code, failure]));

/** Source: momodevelopercommunity.mtn.com, common errors. */
export const payoutKind = transferKind<DisburseFailure>({
  ...ofAccount("channel-closed"),
  PAYEE_NOT_FOUND: "receiver-not-found",
  PAYEE_NOT_ALLOWED_TO_RECEIVE: "receiver-wallet-full",
  PAYEE_LIMIT_REACHED: "receiver-wallet-full",
  NOT_ENOUGH_FUNDS: "insufficient-float",
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: "insufficient-float",
  SERVICE_UNAVAILABLE: "channel-closed",
});

/** `wallet-refused` where it may pass: our account, the payer's limit, the operator's outage. */
export const refundKind = transferKind<RefundFailure>({
  ...ofAccount("wallet-refused"),
  NOT_ENOUGH_FUNDS: "wallet-refused",
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: "wallet-refused",
  PAYEE_LIMIT_REACHED: "wallet-refused",
  SERVICE_UNAVAILABLE: "wallet-refused",
});

type Settled =
  | { readonly kind: "settled"; readonly amountXof: Xof; readonly settledAt: Instant }
  | Unknown;

/** It says no moment of its own: by that of its answer it had settled. */
function settledBy(response: ProviderResponse, amountXof: Xof): Settled {
  const settledAt = response.kind === "response" ? response.statedAt : null;
  return settledAt === null
    ? unknownBecause("unexpected-response")
    : { kind: "settled", amountXof, settledAt };
}

export function readPayout(response: ProviderResponse, name: MovementName): DisburseStatus {
  const status = readMovement(response, name, payoutKind);
  if (status.kind === "not-found" || status.kind === "unknown") return status;
  const providerReference = name.key;
  if (status.kind !== "successful") return { ...status, providerReference };
  const settled = settledBy(response, status.amountXof);
  // What a transfer costs stands in no status.
  return settled.kind === "unknown" ? settled : { ...settled, providerReference, feeXof: xof(0n) };
}

export function readRefund(response: ProviderResponse, name: MovementName): RefundStatus {
  const status = readMovement(response, name, refundKind);
  return status.kind === "successful" ? settledBy(response, status.amountXof) : status;
}

/** Who paid a collection, and gets it back; no more than came in. */
export function readRefundable(
  response: ProviderResponse,
  { amountXof, ...name }: MovementName & { readonly amountXof: Xof },
): CallOutcome<{ readonly partyId: string }, "not-refundable"> {
  const status = readMovement(response, name, collectionKind);
  if (status.kind === "unknown") return status;
  if (status.kind === "not-found") return unknownBecause("unexpected-response");
  const stands = status.kind === "successful" && status.amountXof >= amountXof;
  if (!stands) return { kind: "rejected", reason: "not-refundable" };
  const movement = movementOf(response, name);
  const partyId = typeof movement === "object" ? movement.payer?.partyId : undefined;
  return partyId === undefined
    ? unknownBecause("unexpected-response")
    : { kind: "accepted", value: { partyId } };
}

/** One account for each country. */
export function readBalance(
  response: ProviderResponse,
  { target, channel, currency }: Pick<MomoAccount, "target" | "channel" | "currency">,
): FloatReading {
  const isAnswer = response.kind === "response" && response.status === 200;
  const read = BalanceBody.safeParse(isAnswer ? response.json : undefined).data;
  if (read?.currency !== currency) return unknownResponse(response);
  const availableXof = read.availableBalance;
  return { kind: "floats", floats: [{ account: target, channels: [channel], availableXof }] };
}

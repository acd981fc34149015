import type { Xof } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { CollectionFailure, CollectionStatus } from "../../ports/collection-rail.ts";
import { rowOf } from "../../row-of.ts";
import { codeOf, isTaken, type MovementName, movementOf } from "./resources.ts";

/**
 * What a call can be refused for with 400, none of which was taken. Source: momodevelopercommunity.mtn.com, common errors. With
 * 500 the same codes are unknown, as every fault of the provider.
 */
export const refusals: ReadonlySet<string> = new Set([
  "VALIDATION_ERROR",
  "PAYER_NOT_FOUND",
  "PAYER_LIMIT_REACHED",
  "PAYEE_NOT_FOUND",
  "PAYEE_NOT_ALLOWED_TO_RECEIVE",
  "PAYEE_LIMIT_REACHED",
  "NOT_ENOUGH_FUNDS",
]);

/** Our account or settings are refused, and so is every order alike: a call is unknown, and made again when they are right. */
export const accountRefusals = [
  "INVALID_CURRENCY",
  "INVALID_CALLBACK_URL_HOST",
  "NOT_ALLOWED",
  "NOT_ALLOWED_TARGET_ENVIRONMENT",
  "TRANSFER_TYPE_UNKNOWN",
  "SENDER_ACCOUNT_NOT_ACTIVE",
] as const;

/**
 * Every reason that is documented for `FAILED`, and `LOW_BALANCE_…`: it stands on no page, and integrations have it from live answers
 * where the pages have `NOT_ENOUGH_FUNDS`. Left out are `RESOURCE_NOT_FOUND`, `TRANSACTION_NOT_FOUND` and
 * `RESOURCE_ALREADY_EXIST`: what cannot be found, or is there already, is not proven to have failed.
 */
export const documentedReasons = [
  ...refusals,
  ...accountRefusals,
  "LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED",
  "APPROVAL_REJECTED",
  "PAYMENT_NOT_APPROVED",
  "EXPIRED",
  "COULD_NOT_PERFORM_TRANSACTION",
  "TRANSACTION_CANCELED",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_PROCESSING_ERROR",
] as const;

/** What a request to pay, and what a transfer, can end with. */
export interface MovementKind<Failure extends string> {
  readonly path: "/v1_0/requesttopay" | "/v1_0/transfer";
  readonly failures: Readonly<Record<string, Failure>>;
}

/** Each documented reason is `usual`, but for those that are said. */
export function failuresOf<Failure extends string>(
  usual: Failure,
  said: Readonly<Record<string, Failure>>,
): Readonly<Record<string, Failure>> {
  return { ...Object.fromEntries(documentedReasons.map((code) => [code, usual])), ...said };
}

export const collectionKind: MovementKind<CollectionFailure> = {
  path: "/v1_0/requesttopay",
  failures: failuresOf<CollectionFailure>("refused-by-provider", {
    APPROVAL_REJECTED: "declined",
    PAYMENT_NOT_APPROVED: "declined",
    NOT_ENOUGH_FUNDS: "insufficient-funds",
    LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: "insufficient-funds",
    EXPIRED: "expired",
    // Nobody approved it within the time that the operator gives.
    COULD_NOT_PERFORM_TRANSACTION: "expired",
    TRANSACTION_CANCELED: "cancelled",
  }),
};

/** `known`: the key was there before, and what it stands for has to be read. */
export type Placed<Failure extends string> =
  | CallOutcome<null, Failure>
  | { readonly kind: "known" };

export function readPlaced<Failure extends string>(
  response: ProviderResponse,
  { failures }: MovementKind<Failure>,
): Placed<Failure> {
  if (isTaken(response)) return { kind: "accepted", value: null };
  if (codeOf(response, 409) === "RESOURCE_ALREADY_EXIST") return { kind: "known" };
  const code = codeOf(response, 400) ?? "";
  if (accountRefusals.some((refused) => refused === code)) return unknownBecause("not-permitted");
  const reason = refusals.has(code) ? failures[code] : undefined;
  return reason === undefined ? unknownResponse(response) : { kind: "rejected", reason };
}

export type MovementStatus<Failure extends string> =
  | { readonly kind: "pending" }
  | { readonly kind: "successful"; readonly amountXof: Xof }
  | { readonly kind: "failed"; readonly reason: Failure }
  | { readonly kind: "not-found" }
  | Unknown;

export function readMovement<Failure extends string>(
  response: ProviderResponse,
  name: MovementName,
  { failures }: MovementKind<Failure>,
): MovementStatus<Failure> {
  const movement = movementOf(response, name);
  if (movement === undefined) return unknownResponse(response);
  if (movement === "not-found") return { kind: "not-found" };
  const { status, amount: amountXof, reason: code } = movement;
  if (status === "PENDING") return { kind: "pending" };
  if (status === "SUCCESSFUL") return { kind: "successful", amountXof };
  const reason = status === "FAILED" ? rowOf(failures, code ?? "") : undefined;
  return reason === undefined ? unknownBecause("unexpected-response") : { kind: "failed", reason };
}

/** What a key stands for that was known before: only the very same order is a yes. */
export function readKnown<Failure extends string>(
  response: ProviderResponse,
  order: MovementName & { readonly amountXof: Xof },
  kind: MovementKind<Failure>,
): CallOutcome<null, Failure> {
  const movement = movementOf(response, order);
  const isSame = typeof movement === "object" && movement.amount === order.amountXof;
  const status = readMovement(response, order, kind);
  if (!isSame || status.kind === "not-found") return unknownBecause("unexpected-response");
  if (status.kind === "unknown") return status;
  return status.kind === "failed"
    ? { kind: "rejected", reason: status.reason, takenAs: order.key }
    : { kind: "accepted", value: null };
}

/** It says no moment: money counts from when it was first seen. */
export function readCollection(response: ProviderResponse, name: MovementName): CollectionStatus {
  const status = readMovement(response, name, collectionKind);
  const providerReference = name.key;
  switch (status.kind) {
    case "pending":
      return { kind: "pending", providerReference, paymentUrl: null };
    case "successful": {
      const { amountXof } = status;
      const receipt = { receiptReference: name.key, amountXof, receivedAt: null };
      const statedAt = response.kind === "response" ? response.statedAt : null;
      return { kind: "completed", providerReference, receipts: [receipt], statedAt };
    }
    case "failed":
      return { kind: "failed", providerReference, reason: status.reason };
    case "not-found":
    case "unknown":
      return status;
  }
}

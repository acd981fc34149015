import {
  type AttemptOrder,
  type AttemptReport,
  type AttemptSituation,
  isFinal,
  outcomeOfStatus,
} from "@sanu/attempts";
import type { PaymentFailureReason } from "@sanu/contracts";
import { type Instant, msBetween } from "@sanu/kernel";
import type { CollectionStatus } from "@sanu/rails";
import type { FailPayment, PaymentCommand } from "./commands.ts";

/** What is known of a collection when its provider is heard, and what was agreed. */
export interface AboutStatus {
  readonly attemptNumber: number;
  readonly isCancelRequested: boolean;
  /** It is not wanted any more, and by the provider's own rule nobody can pay it by now. */
  readonly isPromptOver: boolean;
  readonly hasEnded: boolean;
  readonly graceMs: number;
  readonly at: Instant;
}

interface CollectionTerms {
  readonly promptLifeMs: number;
  readonly graceMs: number;
}

export function aboutStatus(
  attempt: AttemptSituation & Pick<AttemptOrder, "attemptNumber">,
  { promptLifeMs, graceMs }: CollectionTerms,
  at: Instant,
): AboutStatus {
  const { cancelRequested: isCancelRequested, calledAt, createdAt, claimedAt } = attempt;
  const { attemptNumber } = attempt;
  const ageMs = msBetween(calledAt ?? createdAt, claimedAt);
  const isPromptOver = isCancelRequested && ageMs >= promptLifeMs + graceMs;
  const hasEnded = isFinal(attempt);
  return { attemptNumber, isCancelRequested, isPromptOver, hasEnded, graceMs, at };
}

export function reportOfStatus(
  given: CollectionStatus,
  about: AboutStatus,
): AttemptReport<PaymentCommand> {
  const status = isUnpaid(given, about) ? expired(given) : given;
  // What stands of a reversed order came in all the same.
  const isIn = status.kind === "reversed" && status.receipts.length > 0;
  return {
    ...outcomeOfStatus(isIn ? { kind: "completed" } : status),
    command: commandOfStatus(status, about),
    providerReference: "providerReference" in status ? status.providerReference : null,
    paymentLink: status.kind === "pending" ? status.paymentUrl : null,
  };
}

type Pending = Extract<CollectionStatus, { readonly kind: "pending" }>;

/** Some providers never say that an order has expired: behind the longest life of a prompt, "pending" says it. */
function isUnpaid(
  status: CollectionStatus,
  { isPromptOver, hasEnded }: AboutStatus,
): status is Pending {
  return status.kind === "pending" && isPromptOver && !hasEnded;
}

function expired({ providerReference }: Pending): CollectionStatus {
  return { kind: "failed", providerReference, reason: "expired" };
}

/**
 * What the provider's word means for the payment; `undefined` where it says nothing definite. A cancellation that we
 * requested is the expiry of the payment.
 */
function commandOfStatus(
  status: CollectionStatus,
  { attemptNumber, isCancelRequested, hasEnded, graceMs, at }: AboutStatus,
): PaymentCommand | undefined {
  switch (status.kind) {
    case "pending":
      // Behind the end it is no news that nobody has paid.
      return hasEnded ? undefined : { kind: "initiate", at };
    case "completed": {
      const { receipts, statedAt } = status;
      const seen = { receipts, reversals: [], statedAt };
      return { kind: "record-receipts", attemptNumber, ...seen, graceMs, at };
    }
    case "reversed": {
      const { receipts, reversals, statedAt } = status;
      const seen = { receipts, reversals, statedAt };
      return { kind: "record-receipts", attemptNumber, ...seen, graceMs, at };
    }
    case "failed": {
      const isOurs = isCancelRequested && status.reason === "cancelled";
      return { ...failed(isOurs ? "expired" : status.reason, at), attemptNumber };
    }
    case "not-found":
    case "unknown":
      return undefined;
  }
}

export function failed(reason: PaymentFailureReason, at: Instant): FailPayment {
  return { kind: "fail", reason, at };
}

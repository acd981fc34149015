import { type AttemptReport, outcomeOfStatus } from "@sanu/attempts";
import type { PaymentFailureReason } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { CollectionStatus } from "@sanu/rails";
import type { FailPayment, PaymentCommand } from "./commands.ts";

interface AboutStatus {
  readonly isCancelRequested: boolean;
  readonly at: Instant;
}

export function reportOfStatus(
  status: CollectionStatus,
  about: AboutStatus,
): AttemptReport<PaymentCommand> {
  return {
    ...outcomeOfStatus(status),
    command: commandOfStatus(status, about),
    providerReference: "providerReference" in status ? status.providerReference : null,
    paymentLink: status.kind === "pending" ? status.paymentUrl : null,
  };
}

/**
 * What the provider's word means for the payment; `undefined` where it says nothing definite. A cancellation that we
 * requested is the expiry of the payment.
 */
function commandOfStatus(
  status: CollectionStatus,
  { isCancelRequested, at }: AboutStatus,
): PaymentCommand | undefined {
  switch (status.kind) {
    case "pending":
      return { kind: "initiate", at };
    case "completed":
      return { kind: "record-receipts", receipts: status.receipts, at };
    case "failed": {
      const isOurs = isCancelRequested && status.reason === "cancelled";
      return failed(isOurs ? "expired" : status.reason, at);
    }
    case "not-found":
    case "unknown":
      return undefined;
  }
}

export function failed(reason: PaymentFailureReason, at: Instant): FailPayment {
  return { kind: "fail", reason, at };
}

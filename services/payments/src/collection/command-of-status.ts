import type { Instant } from "@sanu/kernel";
import type { CollectionStatus } from "@sanu/rails";
import type { PaymentCommand } from "../payment/commands.ts";

/**
 * What the provider's word means for the payment; `undefined` where it says nothing definite. Pure.
 * A cancellation that we asked for is the expiry of the payment.
 */
export function commandOfStatus(
  status: CollectionStatus,
  { isCancelRequested, at }: { readonly isCancelRequested: boolean; readonly at: Instant },
): PaymentCommand | undefined {
  switch (status.kind) {
    case "pending":
      return { kind: "initiate", at };
    case "completed":
      return { kind: "record-receipts", receipts: status.receipts, at };
    case "failed": {
      const isOurs = isCancelRequested && status.reason === "cancelled";
      return { kind: "fail", reason: isOurs ? "expired" : status.reason, at };
    }
    case "not-found":
    case "unknown":
      return undefined;
  }
}

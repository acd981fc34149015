import { instant, type PayoutId, sats, type TransactionId } from "@sanu/kernel";
import type { PayoutEvent } from "./events.ts";
import type { PayoutOrder } from "./state.ts";

type EventOf<Type extends PayoutEvent["type"]> = Extract<PayoutEvent, { type: Type }>;

export const at = instant("2026-11-21T10:00:06.000000Z");
export const attemptsMax = 3;

const payoutId = "019aa6b2-0000-7000-8000-000000000004" as PayoutId;
const transactionId = "019aa6b2-0000-7000-8000-000000000002" as TransactionId;
const ids = { v: 1, payoutId, transactionId } as const;

export const order: PayoutOrder = {
  payoutId,
  transactionId,
  reference: "PAYOUT_0123456789ABCDEF",
  amountSats: sats(16_339n),
  receiverKind: "lightning-address",
  receiverHmac: "h".repeat(43),
};

export const requested: EventOf<"PayoutRequested"> = {
  type: "PayoutRequested",
  v: 1,
  ...order,
  requestedAt: at,
};

export const settled: EventOf<"PayoutSettled"> = {
  type: "PayoutSettled",
  ...ids,
  amountSats: order.amountSats,
  feeSats: sats(3n),
  settledAt: at,
};

/** The rail rejected attempt n for a reason that may pass. */
export function rejected(attemptNumber: number): EventOf<"PayoutAttemptRejected"> {
  return {
    type: "PayoutAttemptRejected",
    ...ids,
    attemptNumber,
    reason: "no-route",
    rejectedAt: at,
  };
}

export function failed(reason: EventOf<"PayoutFailed">["reason"]): EventOf<"PayoutFailed"> {
  return { type: "PayoutFailed", ...ids, reason, failedAt: at };
}

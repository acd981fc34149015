import { instant, type PayoutId, sats, type TransactionId, xof } from "@sanu/kernel";
import type { PayoutEvent } from "./events.ts";
import type { PayoutOrder } from "./state.ts";
import { moneyOf, type Transfer } from "./transfer.ts";

type EventOf<Type extends PayoutEvent["type"]> = Extract<PayoutEvent, { type: Type }>;

export const at = instant("2026-11-21T10:00:06.000000Z");
export const attemptsMax = 3;

const payoutId = "019aa6b2-0000-7000-8000-000000000004" as PayoutId;
const transactionId = "019aa6b2-0000-7000-8000-000000000002" as TransactionId;
const ids = { payoutId, transactionId } as const;

const toReceiver = {
  amountSats: sats(16_339n),
  receiverKind: "lightning-address",
  receiverHmac: "h".repeat(43),
} as const;

export const transfers = {
  send: { kind: "send", ...toReceiver },
  refund: { kind: "refund", ...toReceiver },
  disbursement: {
    kind: "disbursement",
    amountXof: xof(10_000n),
    channel: "MTN_OPEN",
    numberHmac: "h".repeat(43),
  },
} as const satisfies Record<string, Transfer>;

/** What the rail took for a transfer. */
export const fees = {
  send: { currency: "SATS", amountSats: sats(3n) },
  refund: { currency: "SATS", amountSats: sats(3n) },
  disbursement: { currency: "XOF", amountXof: xof(100n) },
} as const;

export function orderOf(transfer: Transfer): PayoutOrder {
  return { ...ids, reference: "PAYOUT_0123456789ABCDEF", transfer };
}

export const order = orderOf(transfers.send);

/** The events of one payout; by default it sends the sats of a purchase. */
export function eventsOf(transfer: Transfer = transfers.send) {
  const ended = { ...ids, kind: transfer.kind };
  const requested: EventOf<"PayoutRequested"> = {
    type: "PayoutRequested",
    v: 1,
    ...orderOf(transfer),
    requestedAt: at,
  };
  const settled: EventOf<"PayoutSettled"> = {
    type: "PayoutSettled",
    v: 1,
    ...ended,
    sent: moneyOf(transfer),
    fee: fees[transfer.kind],
    settledAt: at,
  };
  const unknown: EventOf<"PayoutOutcomeUnknown"> = {
    type: "PayoutOutcomeUnknown",
    v: 1,
    ...ended,
    since: at,
  };
  return { requested, settled, unknown, rejected, failed: failedAs(transfer) };
}

/** The rail rejected attempt n for a reason that may pass. */
function rejected(attemptNumber: number): EventOf<"PayoutAttemptRejected"> {
  return {
    type: "PayoutAttemptRejected",
    v: 1,
    ...ids,
    attemptNumber,
    reason: "no-route",
    rejectedAt: at,
  };
}

function failedAs({ kind }: Transfer) {
  return (reason: EventOf<"PayoutFailed">["reason"]): EventOf<"PayoutFailed"> => ({
    type: "PayoutFailed",
    v: 1,
    ...ids,
    kind,
    reason,
    failedAt: at,
  });
}

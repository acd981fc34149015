import {
  PayoutFailed,
  PayoutOutcomeUnknown,
  PayoutSettled,
  ReturnFailed,
  ReturnOutcomeUnknown,
  ReturnSettled,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { PayoutEvent } from "./payout/events.ts";
import { refundIdOf } from "./payout/refund-payout.ts";

/** The public form of an event. Requests and single attempts concern nobody else. */
export function publish(event: PayoutEvent): PublicFact | undefined {
  switch (event.type) {
    case "PayoutRequested":
    case "PayoutAttemptRejected":
      return undefined;
    case "PayoutSettled":
      return event.kind === "return" ? returnSettled(event) : payoutSettled(event);
    case "PayoutFailed": {
      const { payoutId, transactionId, reason, failedAt } = event;
      return event.kind === "return"
        ? publicFact(ReturnFailed, { ...ofReturn(event), reason, failedAt })
        : publicFact(PayoutFailed, { payoutId, transactionId, reason, failedAt });
    }
    case "PayoutOutcomeUnknown": {
      const { payoutId, transactionId, since } = event;
      return event.kind === "return"
        ? publicFact(ReturnOutcomeUnknown, { ...ofReturn(event), since })
        : publicFact(PayoutOutcomeUnknown, { payoutId, transactionId, since });
    }
    default:
      return unreachable(event);
  }
}

type Settled = Extract<PayoutEvent, { type: "PayoutSettled" }>;

function payoutSettled({ payoutId, transactionId, sent, fee, settledAt }: Settled): PublicFact {
  return publicFact(PayoutSettled, { payoutId, transactionId, sent, fee, settledAt });
}

function returnSettled(event: Settled): PublicFact {
  const { sent, fee, settledAt } = event;
  if (sent.currency !== "SATS" || fee.currency !== "SATS") {
    throw new Error(`The return ${event.payoutId} is not of sats`);
  }
  const { amountSats } = sent;
  const amounts = { amountSats, feeSats: fee.amountSats };
  return publicFact(ReturnSettled, { ...ofReturn(event), ...amounts, settledAt });
}

function ofReturn({ payoutId, transactionId }: Pick<PayoutEvent, "payoutId" | "transactionId">) {
  return { refundId: refundIdOf(payoutId), transactionId };
}

import { type FactData, moverOf, TransactionRefundRequested } from "@sanu/contracts";
import type { Sats } from "@sanu/kernel";
import { defineReaction, type Reaction } from "@sanu/platform";
import { payoutIdOf } from "../payout/refund-payout.ts";
import type { PayoutOrder } from "../payout/state.ts";
import type { Transfer } from "../payout/transfer.ts";
import { type PayoutDeps, requestMaybeSent, requestPayout } from "./request-payout.ts";
import { NowhereToSendError } from "./when-transaction-paid.ts";

/**
 * Money is refunded: sats are sent to where the seller wants them, XOF are payments' matter. A refund is carried
 * out by one payout, which bears its id.
 */
export function whenTransactionRefundRequested(deps: PayoutDeps): Reaction {
  return defineReaction({
    name: "payouts.when-transaction-refund-requested",
    fact: TransactionRefundRequested,
    aggregateId: ({ refundId }) => refundId,
    sendsMoney: ({ money }) => moverOf("refund", money) === "payouts",
    async react(data, given) {
      const order = orderOf(data);
      return order === undefined ? { kind: "nothing-new" } : requestPayout(deps, order, given);
    },
    async reactMaybeSent(data, given) {
      const order = orderOf(data);
      return order === undefined ? { kind: "nothing-new" } : requestMaybeSent(deps, order, given);
    },
  });
}

function orderOf(data: FactData<typeof TransactionRefundRequested>): PayoutOrder | undefined {
  const { refundId, transactionId, money, earlierRefundIds } = data;
  if (money.currency === "XOF") return undefined;
  const payoutId = payoutIdOf(refundId);
  const transfer = transferOf(data, money.amountSats);
  const earlierPayoutIds = earlierRefundIds?.map(payoutIdOf);
  return { payoutId, transactionId, reference: refundId, transfer, earlierPayoutIds };
}

function transferOf(
  { refundId, destination, sendSats, feeLimitSats }: FactData<typeof TransactionRefundRequested>,
  refundSats: Sats,
): Transfer {
  const limit = feeLimitSats === undefined ? {} : { feeLimitSats };
  const amounts = { amountSats: sendSats ?? refundSats, ...limit };
  switch (destination.kind) {
    case "receiver": {
      const { receiverKind, receiverHmac } = destination;
      return { kind: "refund", ...amounts, receiverKind, receiverHmac };
    }
    case "invoice": {
      const { receiverHmac } = destination;
      return { kind: "refund", ...amounts, receiverKind: "bolt11", receiverHmac };
    }
    case "payer":
      // Lightning has no way back to who paid.
      throw new NowhereToSendError(`The refund ${refundId} of sats says nowhere to send to`);
  }
}

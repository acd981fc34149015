import { type FactData, TransactionPaid } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { defineReaction, type Reaction } from "@sanu/platform";
import type { PayoutOrder } from "../payout/state.ts";
import type { Transfer } from "../payout/transfer.ts";
import { type PayoutDeps, requestMaybeSent, requestPayout } from "./request-payout.ts";

/** The fact names no destination for what it orders; it is parked until somebody looks. */
export class NowhereToSendError extends Error {
  override readonly name = "NowhereToSendError";
}

/** The money is in: the sats of a purchase go to the receiver, the XOF of a sale to the number. */
export function whenTransactionPaid(deps: PayoutDeps): Reaction {
  return defineReaction({
    name: "payouts.when-transaction-paid",
    fact: TransactionPaid,
    aggregateId: ({ payoutId }) => payoutId,
    sendsMoney: () => true,
    react: async (data, given) => requestPayout(deps, orderOf(data), given),
    reactMaybeSent: async (data, given) => requestMaybeSent(deps, orderOf(data), given),
  });
}

function orderOf(data: FactData<typeof TransactionPaid>): PayoutOrder {
  const { payoutId, transactionId, payoutReference: reference, earlierPayoutIds } = data;
  const earlier = earlierPayoutIds === undefined ? {} : { earlierPayoutIds };
  return { payoutId, transactionId, reference, transfer: transferOf(data), ...earlier };
}

function transferOf(data: FactData<typeof TransactionPaid>): Transfer {
  const { transactionId, transactionType } = data;
  switch (transactionType) {
    case "BUY_BITCOIN": {
      const { amountSats, feeLimitSats, receiverKind, receiverHmac } = data;
      if (receiverKind === null || receiverHmac === null) break;
      const limit = feeLimitSats === undefined ? {} : { feeLimitSats };
      return { kind: "send", amountSats, ...limit, receiverKind, receiverHmac };
    }
    case "SELL_BITCOIN": {
      const { amountXof, payoutChannel: channel, numberHmac } = data;
      if (channel === null) break;
      return { kind: "disbursement", amountXof, channel, numberHmac };
    }
    default:
      return unreachable(transactionType);
  }
  throw new NowhereToSendError(`${transactionId} says nowhere to send to`);
}

import type { PayoutId } from "@sanu/kernel";
import type { ConfirmPayment } from "./commands.ts";
import type { EventOf } from "./events.ts";
import type { Order } from "./state.ts";

type Payable = Pick<ConfirmPayment, "payoutId" | "payoutReference" | "receiptId" | "at">;

/** `withheld`: what was held of it before, and may have been asked for all the same. */
export function paid(
  order: Order,
  command: Payable,
  withheld: readonly PayoutId[] = [],
): EventOf<"TransactionPaid"> {
  const { transactionId, transactionType, paymentId, amountXof, amountSats, feeLimitSats } = order;
  const { payoutId, payoutReference, receiptId, at: paidAt } = command;
  const { payoutChannel, numberHmac, receiverKind, receiverHmac } = order;
  const ids = { transactionId, transactionType, paymentId, payoutId, payoutReference };
  const to = { payoutChannel, numberHmac, receiverKind, receiverHmac };
  return {
    type: "TransactionPaid",
    v: 1,
    ...ids,
    amountXof,
    amountSats,
    feeLimitSats,
    ...to,
    receiptId,
    ...(withheld.length > 0 && { earlierPayoutIds: [...withheld] }),
    paidAt,
  };
}

export function payoutHeld(
  { transactionId }: Order,
  of: Pick<EventOf<"TransactionPayoutHeld">, "receiptId" | "payoutId" | "cause"> &
    Pick<Payable, "at">,
): EventOf<"TransactionPayoutHeld"> {
  const { receiptId, payoutId, cause, at: heldAt } = of;
  const held = { transactionId, receiptId, payoutId, heldAt };
  return { type: "TransactionPayoutHeld", v: 1, ...held, ...(cause !== undefined && { cause }) };
}

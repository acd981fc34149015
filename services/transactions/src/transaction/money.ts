import { amountOf, type Money } from "@sanu/contracts";
import type { Sats } from "@sanu/kernel";
import type { EventOf } from "./events.ts";

type Ordered = Pick<EventOf<"TransactionCreated">, "transactionType" | "amountXof" | "amountSats">;

export function orderedIn({ transactionType, amountXof, amountSats }: Ordered): Money {
  return transactionType === "BUY_BITCOIN"
    ? { currency: "XOF", amountXof }
    : { currency: "SATS", amountSats };
}

export function orderedOut({ transactionType, amountXof, amountSats }: Ordered): Money {
  return transactionType === "BUY_BITCOIN"
    ? { currency: "SATS", amountSats }
    : { currency: "XOF", amountXof };
}

/** What a customer is owed of a payout that came back: all of it, whatever its provider kept. */
export function dueOfReturned(order: Ordered, returned: Money): Money {
  const paidOut = orderedOut(order);
  return paidOut.currency === returned.currency ? paidOut : returned;
}

/** What shall arrive of a refund: its way may be paid out of it. */
export function expectedOf({
  money,
  sendSats,
}: {
  readonly money: Money;
  readonly sendSats?: Sats;
}): Money {
  return sendSats === undefined ? money : { currency: "SATS", amountSats: sendSats };
}

/** How much less one is than the other, of the same currency; below zero where it is more. */
export function missingOf(expected: Money, arrived: Money): bigint {
  return amountOf(expected) - amountOf(arrived);
}

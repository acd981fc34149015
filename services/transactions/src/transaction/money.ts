import type { Money } from "@sanu/contracts";
import type { Order } from "./state.ts";

/** What an order brings in. */
export function orderedIn({ transactionType, amountXof, amountSats }: Order): Money {
  return transactionType === "BUY_BITCOIN"
    ? { currency: "XOF", amountXof }
    : { currency: "SATS", amountSats };
}

/** What an order sends out. */
export function orderedOut({ transactionType, amountXof, amountSats }: Order): Money {
  return transactionType === "BUY_BITCOIN"
    ? { currency: "SATS", amountSats }
    : { currency: "XOF", amountXof };
}

export function isSameMoney(one: Money, other: Money): boolean {
  return one.currency === "XOF"
    ? other.currency === "XOF" && one.amountXof === other.amountXof
    : other.currency === "SATS" && one.amountSats === other.amountSats;
}

import type { Money } from "@sanu/contracts";
import type { Order } from "./state.ts";

export function orderedIn({ transactionType, amountXof, amountSats }: Order): Money {
  return transactionType === "BUY_BITCOIN"
    ? { currency: "XOF", amountXof }
    : { currency: "SATS", amountSats };
}

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

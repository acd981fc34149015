import type { Answerer } from "@sanu/platform";
import type { House } from "./creation/house.ts";
import { createTransaction } from "./handlers/create-transaction.ts";
import { getDestination } from "./handlers/get-destination.ts";
import { getFlashback } from "./handlers/get-flashback.ts";
import { getPaymentPage } from "./handlers/get-payment-page.ts";
import { getRemaining } from "./handlers/get-remaining.ts";
import { getTransaction } from "./handlers/get-transaction.ts";
import { listTransactions } from "./handlers/list-transactions.ts";
import type { ListBuilder } from "./projections/list/query.ts";

export const requestLimits = {
  /** Orders that wait for their link at the same time; each costs a promise and its part of one poll. */
  ordersMax: 512,
} as const;

export interface RequestNeeds {
  readonly house: House;
  readonly builder: ListBuilder;
  readonly timeZone: string;
  readonly pageKeptMs: number;
}

/** Every request of transactions. Orders wait for others, so they are answered apart from the rest. */
export function answerersOf({ house, builder, timeZone, pageKeptMs }: RequestNeeds): {
  readonly orders: readonly Answerer[];
  readonly others: readonly Answerer[];
} {
  const { database, clock } = house;
  return {
    orders: [createTransaction(house)],
    others: [
      getTransaction(house),
      listTransactions({ database, builder, timeZone }),
      getFlashback({ database, clock, timeZone }),
      getRemaining(house),
      getDestination({ database }),
      getPaymentPage({ database, clock, pageKeptMs }),
    ],
  };
}

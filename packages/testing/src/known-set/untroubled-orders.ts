import {
  type KnownOrder,
  knownOrder,
  type OrderTerms,
  satsMoney,
  xofMoney,
} from "./known-order.ts";

interface Exchange {
  readonly terms: OrderTerms;
  /** Seconds behind the order: its link was there, it was paid, and paid out; it is completed a second later. */
  readonly took: readonly [payable: number, paid: number, paidOut: number];
  readonly fee: ReturnType<typeof satsMoney> | ReturnType<typeof xofMoney>;
}

const buy = { side: "buy", amountXof: "10000" } as const;
const sell = { side: "sell", amountXof: "10000" } as const;

/** Ten thousand francs buy 16 339 satoshis, twenty thousand 32 679; 17 007 satoshis are sold for ten thousand. */
const exchanges: readonly Exchange[] = [
  {
    terms: { number: 1, who: "A", at: "2026-01-05T10:00:00Z", ...buy, channel: "MTN_OPEN" },
    took: [2, 60, 65],
    fee: satsMoney("3"),
  },
  {
    terms: {
      number: 2,
      who: "B",
      at: "2026-01-05T11:00:00Z",
      ...buy,
      amountXof: "20000",
      channel: "MOOV",
    },
    took: [4, 120, 140],
    fee: satsMoney("5"),
  },
  {
    terms: { number: 3, who: "A", at: "2026-01-06T09:00:00Z", ...sell, channel: "MTN_OPEN" },
    took: [1, 30, 90],
    fee: xofMoney("100"),
  },
  {
    terms: { number: 4, who: "F", at: "2026-01-25T08:00:00Z", ...buy, channel: "WAVE" },
    took: [3, 40, 45],
    fee: satsMoney("2"),
  },
  {
    terms: {
      number: 5,
      who: "A",
      at: "2026-02-03T10:00:00Z",
      ...buy,
      amountXof: "20000",
      channel: "MTN_OPEN",
    },
    took: [2, 50, 56],
    fee: satsMoney("6"),
  },
];

/** Those that went as they should; the sixth is not paid yet. */
export function untroubledOrders(): readonly KnownOrder[] {
  const done = exchanges.map(({ terms, took, fee }) => {
    const order = knownOrder(terms);
    const [payable, paid, paidOut] = took;
    return {
      transactions: [order.created, order.paid(paid), order.completed(paidOut + 1, fee)],
      payments: [order.initiated(payable)],
      payouts: [order.settled(paidOut, fee)],
    };
  });
  const open = { number: 6, who: "A", at: "2026-02-27T10:00:00Z", ...buy, channel: "MTN_OPEN" };
  const { created, initiated } = knownOrder(open);
  return [...done, { transactions: [created], payments: [initiated(5)], payouts: [] }];
}

/** What rows of the bench printed, as the pages say; processor times are milliseconds of one core a purchase, bytes those that a purchase leaves. */
export const measured = {
  processorMs: {
    gateway: 0.93,
    transactions: 1.9,
    payments: 1.57,
    payouts: 1.56,
    postgres: { transactions: 2.67, payments: 1.44, payouts: 0.95 },
    nats: 1.08,
  },
  commits: { transactions: 4, payments: 3, payouts: 3 },
  facts: 6,
  /** Questions over NATS: the order, the number, the link, the callback, the receiver. */
  questions: 5,
  /** A fact has an acknowledgement of the stream; five of the six are delivered, and acknowledged by who reacts. */
  deliveries: 5,
  executionMs: 3.7,
  commitMs: 0.9,
  walBytes: 32_000,
  eventBytes: { transactions: 5_117, payments: 2_838, payouts: 1_840 },
  streamBytes: { transactions: 3_180, payments: 1_557, payouts: 795 },
  /** What compression leaves of a stream on its disk. */
  streamOnDisk: 19.5 / 43.8,
  /** Views, attempts, handled facts, the ledger, private rows: kept for ever, or until a person is erased. */
  otherKeptBytes: { transactions: 3_313, payments: 807, payouts: 961 },
  keptForDays: [
    { what: "idempotency_keys", bytes: 1_247, days: 30 },
    { what: "order_persons", bytes: 849, days: 62 },
    { what: "callbacks", bytes: 237, days: 90 },
  ],
  /** Appends that Postgres commits a second on the two cores of the bench, with the program that asks beside it. */
  appendsPerSecond: 17_194,
  relayFactsPerSecond: 92_652,
} as const;

/** What we choose, or others have set. */
export const chosen = {
  /** How busy a core may be: the rest is for bursts, and for a replica that is gone. */
  coreShare: 0.5,
  replicasMin: 2,
  poolMax: 10,
  /** Postgres: a table of pages of 8 KiB, and the age at which it must have frozen what is older. */
  tableBytesMax: 32 * 2 ** 40,
  freezeAge: 200_000_000,
} as const;

/** How often a provider is asked about an order that nobody pays; `unpaid-order.unit.test.ts` of payments holds both. */
export const unpaid = { checksWhilePayable: 22, checksInTheDayBehind: 32 } as const;

/** Purchases per second. */
export const rates = [10, 100, 1_000] as const;

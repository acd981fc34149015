import { serviceWatchRules, type WatchRule } from "@sanu/platform";

const watchLimits = {
  /** Behind the end of the time to pay: the rail's last word, and its late one. */
  afterPaymentWindowMs: 3_600_000,
  processingMs: 3_600_000,
} as const;

/** What transactions begins and must end. Cases have ages of their own, by kind. */
export function watchRules(config: {
  readonly terms: { readonly paymentWindowMs: number };
}): readonly WatchRule[] {
  const open = { table: "transaction_monitoring", since: "created_at", by: "transaction_type" };
  return [
    ...serviceWatchRules,
    {
      ...open,
      what: "pending-transaction",
      only: "status = 'PENDING'",
      allowedMs: config.terms.paymentWindowMs + watchLimits.afterPaymentWindowMs,
    },
    {
      ...open,
      what: "processing-transaction",
      only: "status = 'PROCESSING'",
      allowedMs: config.terms.paymentWindowMs + watchLimits.processingMs,
    },
  ];
}

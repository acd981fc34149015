import {
  type ProposalTerms,
  proposalWatchRule,
  serviceWatchRules,
  type WatchRule,
} from "@sanu/platform";

const watchLimits = {
  /** The longest that a rail's prompt lives: until then an order that nobody pays waits, where it cannot be cancelled. */
  promptLifeMs: 86_400_000,
  /** Behind that: the rail's last word, and its late one. */
  afterPromptMs: 3_600_000,
  processingMs: 3_600_000,
  /** Money that came behind the end of its order goes back within a day. */
  refundMs: 86_400_000,
  /** A reservation ends in the commit that ends its order; a refund that is reserved may come later. */
  reservationMs: 86_400_000,
  /** Orders that nobody pays may be a million: of what waits for its payer so many are looked at, the oldest. */
  pendingMax: 10_000,
  /** Orders in advance are looked for each second; what is put off has a later moment. */
  dueMs: 900_000,
  /** A float is reported each minute; what was paid out before goes with it. */
  reportMs: 900_000,
} as const;

/** What transactions begins and must end. Cases have ages of their own, by kind. */
export function watchRules(config: {
  readonly terms: { readonly paymentWindowMs: number };
  readonly proposals: ProposalTerms;
}): readonly WatchRule[] {
  const { paymentWindowMs } = config.terms;
  // A younger one cannot be overdue, and every open order has one.
  const ended = `reserved_at < now() - make_interval(secs => ${watchLimits.reservationMs / 1_000})
    and exists (select from transaction_monitoring as ended
    where ended.transaction_id = open.transaction_id and ended.status in ('COMPLETED', 'FAILED')
      and ended.updated_at < now() - make_interval(secs => ${watchLimits.refundMs / 1_000}))`;
  const open = { table: "transaction_monitoring", since: "created_at", by: "transaction_type" };
  return [
    ...serviceWatchRules,
    proposalWatchRule(config.proposals),
    {
      ...open,
      what: "pending-transaction",
      only: "status = 'PENDING'",
      allowedMs: Math.max(paymentWindowMs, watchLimits.promptLifeMs) + watchLimits.afterPromptMs,
      oldestMax: watchLimits.pendingMax,
    },
    {
      ...open,
      what: "processing-transaction",
      only: "status = 'PROCESSING'",
      allowedMs: paymentWindowMs + watchLimits.processingMs,
    },
    {
      what: "refund-of-ended",
      table: `(select updated_at, open.* from open_refunds as open
        join transaction_monitoring using (transaction_id) where status in ('COMPLETED', 'FAILED')) as open`,
      since: "updated_at",
      only: "true",
      allowedMs: watchLimits.refundMs,
    },
    {
      what: "reservation-of-ended",
      table: "payout_reservations as open",
      needs: "payout_reservations",
      since: "reserved_at",
      only: ended,
      allowedMs: watchLimits.reservationMs,
    },
    {
      what: "due-standing-order",
      table: "standing_order_triggers",
      needs: "standing_order_triggers",
      since: "due_at",
      only: "due_at is not null",
      allowedMs: watchLimits.dueMs,
    },
    {
      what: "unreported-payout",
      table: "unreported_payouts",
      needs: "unreported_payouts",
      since: "settled_at",
      only: "true",
      by: "float_id",
      allowedMs: watchLimits.reportMs,
    },
  ];
}

import type { PublishingService } from "@sanu/contracts";

const monitored = {
  id: "0191f3a0-0000-7000-8000-000000000001",
  reference: "TXN_0123456789ABCDEF",
  user_id: "0191f3a0-0000-7000-8000-00000000000a",
  type: "BUY_BITCOIN",
  amount_xof: "5000 XOF",
  amount_satoshi: "8169 SATS",
  exchange_rate: 61_200_000,
  status: "PROCESSING",
  review: true,
  review_reason: "payout-failed",
  failure_reason: null,
  channel: "MTN_OPEN",
  payment_id: "0191f3a0-0000-7000-8000-0000000000f1",
  payement_reference: "PAY_0123456789ABCDEF",
  payout_id: "0191f3a0-0000-7000-8000-0000000000f2",
  payout_reference: "PAYOUT_0123456789ABCDEF",
  created_at: "2026-11-21T07:00:00.123456Z",
  updated_at: "2026-11-21T07:00:04.000001Z",
} as const;

/** One event of a log, at a second after seven. */
export function traceEntry(service: PublishingService, type: string, second: number) {
  return {
    service,
    stream_id: monitored.id,
    version: 1,
    type,
    at: `2026-11-21T07:00:0${second}.000000Z`,
    correlation_id: "request-1",
    data: { transactionId: monitored.id },
  };
}

const shownCase = {
  id: "0191f3a0-0000-8000-8000-0000000000c1",
  kind: "outcome-unknown",
  status: "proposed",
  subject: { kind: "payout", id: monitored.payout_id },
  transaction_id: monitored.id,
  amount_xof: null,
  amount_satoshi: "8169 SATS",
  shown_xof: null,
  difference: null,
  receiver_masked: "o***@s***.sanu",
  number_masked: null,
  since: "2026-11-21T08:00:00.000000Z",
  opened_at: "2026-11-21T08:00:00.000000Z",
  closed_at: null,
  actions: ["approve", "withdraw"],
  proposal: {
    id: "0191f3a0-0000-7000-8000-0000000000c2",
    verdict: "never",
    provider_reference: null,
    amount_xof: null,
    amount_satoshi: null,
    proposed_by: "0191f3a0-0000-7000-8000-0000000000c3",
    expires_at: "2026-11-22T08:00:00.000000Z",
    approved_by: null,
  },
} as const;

/** A float of which more is promised than is there. */
const float = {
  rail: "disbursement",
  account: "sandbox/disbursement",
  channels: null,
  currency: "XOF",
  available: "15000",
  promised: "20200",
  free: "-5200",
  short: "5200",
  low_mark: "50000",
  closed_mark: "0",
  observed_at: "2026-11-21T07:00:00.000000Z",
  age_seconds: 4,
  state: "closed",
  because: "promised",
  breaker: {
    state: "closed",
    since: "2026-11-21T06:00:00.000000Z",
    settled: 12,
    failed: 1,
    probes_left: 0,
  },
} as const;

/** What services reply to the staff about transactions. */
export const monitoringReplies = {
  "list-monitored-transactions": { rows: [monitored], nextCursor: "next" },
  "get-monitored-transaction": {
    transaction: { ...monitored, receiver_masked: "o***@s***.sanu", number_masked: null },
    entries: [traceEntry("transactions", "TransactionCreated", 0)],
    cases: [],
    streamIds: [monitored.payment_id, monitored.payout_id],
  },
  "find-by-provider-reference": { transactionIds: [monitored.id] },
  "get-audit-trail": { entries: [], attempts: [], callbacks: [] },
  "list-connectors": {
    connectors: [
      {
        provider: "sandbox",
        priority: 1,
        is_enabled: true,
        min_xof: 100,
        max_xof: null,
        setting: { is_enabled: true },
        staff: {
          is_enabled: true,
          priorities: { MTN_OPEN: 2 },
          min_xof: 100,
          max_xof: null,
          changed_by: "0193a000-0000-7000-8000-000000000001",
          approved_by: "0193a000-0000-7000-8000-000000000002",
          changed_at: "2026-11-23T07:00:00.000000Z",
        },
        circuit: "closed" as const,
        called: 20,
        failed: 1,
        median_ms: 480,
        last_called_at: "2026-11-23T08:00:00.000000Z",
      },
    ],
  },
  "get-treasury": {
    floats: [float],
    exposure: [{ currency: "XOF", held: "15000", target: "100000", over: "-85000" }],
  },
  "list-cases": { rows: [shownCase], nextCursor: "next" },
  "get-case": {
    case: {
      ...shownCase,
      evidence: [
        { proposal_id: shownCase.proposal.id, text: "asked the provider", decision_reason: null },
      ],
      history: [traceEntry("transactions", "CaseOpened", 0)],
    },
  },
  "propose-verdict": { case: shownCase },
  "approve-verdict": { case: shownCase },
  "withdraw-proposal": { case: shownCase },
  "resolve-review": { status: "FAILED", isInReview: false },
};

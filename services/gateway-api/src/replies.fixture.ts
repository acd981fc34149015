import type { ProgressView, ProposalView, ResumeView } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { identityReplies } from "./identity-replies.fixture.ts";
import { monitoringReplies } from "./monitoring-replies.fixture.ts";
import { orderReplies } from "./order-replies.fixture.ts";
import { createTokenSigner } from "./token-signer.fixture.ts";

/** What a list of transactions requests where the client chooses nothing. */
export const unfiltered = { status: null, transactionType: null, fromDay: null, toDay: null };

/** What a client may choose of it: as the query of a list, and as the request that the list becomes. */
export const filterQuery = "status=FAILED&type=BUY_BITCOIN&from=2026-11-01&to=2026-11-30";
export const filtered = {
  status: "FAILED",
  transactionType: "BUY_BITCOIN",
  fromDay: "2026-11-01",
  toDay: "2026-11-30",
};

/** The keys of a healthy system's tokens, and what its services reply. */
export function signedReplies() {
  const signer = createTokenSigner();
  return { signer, replies: defaultReplies(signer.publicJwk) };
}

/** What the services of a healthy system reply, by request name. */
export function defaultReplies(publicJwk: Readonly<Record<string, string>>) {
  const transaction = {
    id: "0191f3a0-0000-7000-8000-000000000001",
    reference: "TXN_0123456789ABCDEF",
    type: "BUY_BITCOIN",
    exchange_rate: 61_200_000,
    payment_url: "https://pay.example/1",
    receiver_address: "ok@sandbox.sanu",
    created_at: "2026-11-21T07:00:00.123456Z",
  };
  const created = {
    success: true,
    transaction: { ...transaction, amount: 5_000, status: "PENDING", payout_id: null },
    payment_url: transaction.payment_url,
    provider: "MTN_OPEN",
    invoice: null,
  };
  const shown = {
    transaction: {
      ...transaction,
      amount_xof: "5000 XOF",
      amount_satoshi: "8169 SATS",
      status: "COMPLETED",
      payement_reference: "PAY_0123456789ABCDEF",
      progress: { payment_status: "COMPLETED", payout_status: "COMPLETED" },
      payout_reference: "PAYOUT_0123456789ABCDEF",
      completed_at: "2026-11-21T07:00:09.000001Z",
    },
  };
  return {
    "get-signing-keys": { keys: [publicJwk] },
    "assert-staff-act": { assertion: "identity's word" },
    ...identityReplies,
    // The spaces show that the gateway sends these bytes and not others of the same meaning.
    "create-transaction": { responseJson: JSON.stringify(created, null, 1), replayed: false },
    "get-transaction": shown,
    "cancel-transaction": shown,
    "provide-refund-invoice": shown,
    "list-transactions": {
      transactions: [
        {
          id: transaction.id,
          reference: transaction.reference,
          type: "BUY_BITCOIN",
          amount_xof: "5000XOF",
          exchange_rate: 61_200_000,
          amount_sats: "8169 SATS",
          status: "COMPLETED",
          created_at: "21 novembre 2026",
          updated_at: "21 novembre 2026",
        },
      ],
      nextCursor: "next",
    },
    "get-flashback": { data: flashback },
    "get-remaining": { remaining: 97 },
    ...rateReplies,
    "get-resume": { data: resume },
    ...walletReplies,
    ...orderReplies,
    "get-payment-page": { page },
    "find-progress": { progress: progressOf("COMPLETED", 4) },
    "list-progress": { progress: [] },
    ...monitoringReplies,
    ...proposalReplies,
    "receive-callback": { outcome: "accepted" },
  };
}

const savedReceiver = { label: "Mine", receiver_address: "ok@sandbox.sanu", is_default: true };
const savedNumber = { label: null, number: "+2290161000789", is_default: false };

/** What transactions replies about what a person saved. */
const walletReplies = {
  "get-wallet": {
    wallet: {
      totals: {
        total_transactions: 2,
        bought_xof: "5000 XOF",
        bought_sats: "8169 SATS",
        sold_xof: "1000 XOF",
        sold_sats: "1701 SATS",
      },
      receivers: [savedReceiver],
      numbers: [savedNumber],
    },
  },
  "save-receivers": { receivers: [savedReceiver] },
  "save-numbers": { numbers: [savedNumber] },
};

const proposal: ProposalView = {
  id: "0191f3a0-0000-7000-8000-0000000000d1",
  operation: "change-rates",
  status: "proposed",
  account_id: null,
  content: { spread_buy: 250 },
  content_sha256: "0".repeat(64),
  reason: "because",
  proposed_by: "0191f3a0-0000-7000-8000-0000000000d2",
  proposed_at: "2026-11-21T08:00:00.000000Z",
  expires_at: "2026-11-22T08:00:00.000000Z",
  decided_by: null,
  decided_at: null,
  decision_reason: null,
};

/** What every service replies in which something takes two people. */
const proposalReplies = {
  "propose-change": { proposal },
  "list-proposals": { rows: [proposal], nextCursor: null },
  "get-proposal": { proposal },
  "decide-proposal": { proposal: { ...proposal, status: "executed" } },
};

const nothing = { count: 0, amount_xof: "0 XOF" };

const resume: ResumeView = {
  total_transactions: 1,
  by_status: {
    PENDING: nothing,
    PROCESSING: nothing,
    COMPLETED: { count: 1, amount_xof: "5000 XOF" },
    FAILED: nothing,
  },
};

const flashback = {
  total_transactions: 1,
  total_buy: 5_000,
  total_sell: "0 SATS",
  streak: "1 jour",
  date_month: "novembre 2026",
  volume: "5000",
};

/** How far a transaction is; where it has ended its streams end too. */
export function progressOf(status: ProgressView["status"], revision: number): ProgressView {
  return {
    transactionId: followed,
    revision,
    status,
    paymentStatus: status === "PROCESSING" ? "COMPLETED" : status,
    payoutStatus: status,
    payoutReference: null,
    completedAt: null,
    paymentUrl: "https://sanu.example/pay/0123456789abcdefABCD_-",
    providerUrl: null,
    isGoingBack: false,
    isBeingChecked: false,
    isBeingCancelled: false,
    hasInvoice: false,
    expiresAt: page.expires_at,
    accountId: null,
  };
}

const followed = "0191f3a0-0000-7000-8000-000000000001" as TransactionId;

const rates = {
  buy: 61_200_000,
  sell: 58_800_000,
  mid: 60_000_000,
  as_of: "2026-11-21T07:00:00.000001Z",
  valid_until: "2026-11-21T07:01:00.000001Z",
} as const;

/** What transactions replies about rates and quotes. */
const rateReplies = {
  "get-rates": { rates },
  "list-rates": {
    rows: [
      {
        buy: rates.buy,
        sell: rates.sell,
        mid: rates.mid,
        from: rates.as_of,
        until: rates.valid_until,
      },
    ],
    nextCursor: "next",
  },
  "freeze-rates": {
    rules: {
      spread_buy: 200,
      spread_sell: 200,
      manual_rate: null,
      manual_until: null,
      frozen: true,
    },
    rates: null,
  },
  // The spaces show that the gateway sends these bytes and not others of the same meaning.
  "create-quote": { responseJson: '{ "success": true }', replayed: false },
};

export const page = {
  reference: "TXN_0123456789ABCDEF",
  type: "BUY_BITCOIN",
  amount_xof: "5000 XOF",
  status: "PENDING",
  amount_sats: "8169 SATS",
  receiver_masked: "o***@sandbox.sanu",
  provider_url: null,
  is_going_back: false,
  is_being_checked: false,
  is_being_cancelled: false,
  invoice: null,
  expires_at: "2099-11-21T07:15:00.000000Z",
} as const;

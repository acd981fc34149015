/** What the services of a healthy system answer, by request name. */
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
    provider: "MTN_OPEN",
    invoice: null,
  };
  return {
    "get-signing-keys": { keys: [publicJwk] },
    register: { user },
    "verify-otp": { user: { ...user, is_active: true } },
    "log-in": { token: "header.claims.signature", expiresInSeconds: 3_600, user },
    "get-me": { user },
    "find-principal": { principal: { accountId: user.id, roles: ["user"] } },
    // The spaces show that the gateway sends these bytes and not others of the same meaning.
    "create-transaction": { answerJson: JSON.stringify(created, null, 1), replayed: false },
    "get-transaction": {
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
    },
    "list-transactions": {
      transactions: [
        {
          id: transaction.id,
          reference: transaction.reference,
          type: "BUY_BITCOIN",
          amount_xof: "5000XOF",
          exchange_rate: 61_200_000,
          amount_sats: "8169 SATS",
          created_at: "21 novembre 2026",
          updated_at: "21 novembre 2026",
        },
      ],
      nextCursor: "next",
    },
    "get-flashback": {
      data: {
        total_transactions: 1,
        total_buy: 5_000,
        total_sell: "0 SATS",
        streak: "1 jour",
        date_month: "novembre 2026",
        volume: "5000",
      },
    },
    "get-remaining": { remaining: 97 },
    "get-payment-page": { page },
    "receive-callback": { outcome: "accepted" },
  };
}

export const user = {
  id: "0191f3a0-0000-7000-8000-00000000000a",
  name: "Awa Traoré",
  email: "awa@example.com",
  whatsapp: null,
  country: "BJ",
  tag: "awatraore",
  address: null,
  is_active: false,
  roles: ["user"],
  kyc_status: "NONE",
  kyc_tier_id: 0,
  kyc_tier: { id: 0, name: "Starter", monthly_limit: 200_000, description: "Verified e-mail" },
  created_at: "2026-11-21T06:59:00.000001Z",
} as const;

export const page = {
  reference: "TXN_0123456789ABCDEF",
  type: "BUY_BITCOIN",
  amount_xof: "5000 XOF",
  status: "PENDING",
  receiver_masked: "o***@sandbox.sanu",
  provider_url: null,
  expires_at: "2026-11-21T07:15:00.000000Z",
} as const;

import { key, response } from "../../http/samples.ts";

/** A commission is a rate, as text, whatever the reference calls it: so it stands in what integrations have kept of live answers. */
const notMoved = {
  commission: "0.01",
  fees: null,
  fixed_commission: 15,
  amount_transferred: null,
  amount_debited: null,
};

/** Shapes of docs.fedapay.com/api-reference; values of our own. */
export const transaction = {
  klass: "v1/transaction",
  id: 104_821,
  reference: "trx_104821",
  amount: 5_000,
  description: "PAY_1",
  status: "pending",
  customer_id: 7_402,
  currency_id: 1,
  mode: "mtn_open",
  merchant_reference: key,
  custom_metadata: {},
  ...notMoved,
  created_at: "2026-11-21T07:46:42.440Z",
  updated_at: "2026-11-21T07:46:42.440Z",
  approved_at: null,
  last_error_code: null,
};

const approvedAt = "2026-11-21T07:47:10.001Z";

export const approved = {
  ...transaction,
  status: "approved",
  approved_at: approvedAt,
  amount_transferred: 5_000,
  amount_debited: 5_000,
};

export const payout = {
  klass: "v1/payout",
  id: 58_017,
  reference: "payout_58017",
  amount: 5_000,
  status: "started",
  customer_id: 7_402,
  currency_id: 1,
  mode: "mtn_open",
  merchant_reference: key,
  custom_metadata: { sanu_kind: "disbursement" },
  ...notMoved,
  created_at: "2026-11-21T07:46:42.440Z",
  sent_at: null,
  failed_at: null,
  last_error_code: null,
  last_error_message: null,
};

export const sent = {
  ...payout,
  status: "sent",
  sent_at: approvedAt,
  amount_transferred: 5_000,
  amount_debited: 5_065,
  fees: 65,
};

export const meta = {
  current_page: 1,
  next_page: null,
  prev_page: null,
  per_page: 25,
  total_pages: 1,
  total_count: 1,
};

export const one = (body: object) => response(200, { "v1/transaction": body });
export const list = (...bodies: readonly object[]) =>
  response(200, { "v1/transactions": bodies, meta });
export const onePayout = (body: object) => response(201, { "v1/payout": body });
export const payoutList = (...bodies: readonly object[]) =>
  response(200, { "v1/payouts": bodies, meta });

export const notFound = response(404, { message: "Resource introuvable" });
export const refusal = response(422, {
  message: "Erreur de validation",
  errors: { amount: ["doit être supérieur à 100"] },
});

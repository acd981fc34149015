/**
 * Sections 2 and 4.1 of the interface specification, copied by hand: names, types and text shapes. It imports
 * nothing of ours on purpose; a schema that drifts from the specification does not take this table with it.
 */
export interface Field {
  /** As the specification writes it; `integer` is a number without a fraction. */
  readonly type: "string" | "number" | "integer" | "boolean" | Fields | readonly [Fields];
  readonly shape?: RegExp;
  /** The only values it may have. */
  readonly values?: readonly unknown[];
  readonly orNull?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const link = /^https?:\/\/[^/\s]+\/\S+$/;
const months =
  "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre";
/** `21 novembre 2026`, `1er décembre 2026` */
const humanDay = new RegExp(`^(?:1er|[2-9]|[12]\\d|3[01]) (?:${months}) \\d{4}$`);

const types = ["BUY_BITCOIN", "SELL_BITCOIN"];
const statuses = ["PENDING", "PROCESSING", "COMPLETED", "FAILED"];
const success: Field = { type: "boolean", values: [true] };

/** 2.1 and 4.1: POST /api/v1/transactions/create. */
export const createResponse: Fields = {
  success,
  transaction: {
    type: {
      id: { type: "string", shape: uuid },
      type: { type: "string", values: types },
      amount: { type: "number" },
      currency_code: { type: "string", values: ["XOF"] },
      exchange_rate: { type: "integer" },
      user_id: { type: "string", shape: uuid },
      payment_id: { type: "string", shape: uuid },
      status: { type: "string", values: ["PENDING"] },
      reference: { type: "string", shape: /^TXN_[A-Za-z0-9]+$/ },
      receiver_address: { type: "string", shape: /./ },
      payout_id: { type: "string", values: [], orNull: true },
      payment_url: { type: "string", shape: link },
      created_at: { type: "string", shape: timestamp },
      // Our own addition.
      amount_sats: { type: "string", shape: /^\d+ SATS$/ },
    },
  },
  provider: { type: "string", shape: /./ },
  invoice: { type: "string", orNull: true },
};

const detail = {
  id: { type: "string", shape: uuid },
  reference: { type: "string", shape: /^TXN_[A-Za-z0-9]+$/ },
  type: { type: "string", values: types },
  amount_xof: { type: "string", shape: /^\d+ XOF$/ },
  amount_satoshi: { type: "string", shape: /^\d+ SATS$/ },
  exchange_rate: { type: "integer" },
  status: { type: "string", values: statuses },
  payement_reference: { type: "string", shape: /^PAY_[A-Za-z0-9]+$/ },
  payment_url: { type: "string", shape: link },
  progress: {
    type: {
      payment_status: { type: "string", values: statuses },
      payout_status: { type: "string", values: statuses },
    },
  },
  payout_reference: { type: "string", shape: /^PAYOUT_[A-Za-z0-9]+$/ },
  receiver_address: { type: "string", shape: /./ },
  completed_at: { type: "string", shape: timestamp },
  created_at: { type: "string", shape: timestamp },
} as const satisfies Fields;

/** 2.2: GET /api/v1/transactions/{id} of a completed transaction, as in the specification's sample. */
export const completedDetailResponse: Fields = { success, transaction: { type: detail } };

/** 2.2 before a payout exists and before completion: two fields are null. */
export const openDetailResponse: Fields = {
  success,
  transaction: {
    type: {
      ...detail,
      payout_reference: { ...detail.payout_reference, orNull: true },
      completed_at: { ...detail.completed_at, values: [], orNull: true },
    },
  },
};

/** 2.3: GET /api/v1/transactions, in French. */
export const listResponse: Fields = {
  success,
  transactions: {
    type: [
      {
        id: { type: "string", shape: uuid },
        reference: { type: "string", shape: /^TXN_[A-Za-z0-9]+$/ },
        type: { type: "string", values: types },
        amount_xof: { type: "string", shape: /^\d+XOF$/ },
        exchange_rate: { type: "integer" },
        amount_sats: { type: "string", shape: /^\d+ SATS$/ },
        created_at: { type: "string", shape: humanDay },
        updated_at: { type: "string", shape: humanDay },
      },
    ],
  },
  // Our own addition.
  meta: { type: { next_cursor: { type: "string", orNull: true } } },
};

/** 2.4: GET /api/v1/transactions/flashback, in French. */
export const flashbackResponse: Fields = {
  success,
  data: {
    type: {
      total_transactions: { type: "number" },
      total_buy: { type: "number" },
      total_sell: { type: "string", shape: /^\d+ SATS$/ },
      streak: { type: "string", shape: /^\d+ jours?$/ },
      date_month: { type: "string", shape: new RegExp(`^(?:${months}) \\d{4}$`) },
      name: { type: "string", shape: /./ },
      volume: { type: "string", shape: /^\d+(?:\.\d+)?$/ },
    },
  },
};

/** 2.5: GET /api/v1/transactions/remaining. */
export const remainingResponse: Fields = {
  success,
  remaining: { type: "number", values: Array.from({ length: 101 }, (_, percent) => percent) },
};

import type { ProviderAnswer } from "../../http/provider-http.ts";

/** Answers of the sandbox's gateway as they came over the wire. */
export const key = "a19d1a91-37d7-4f5e-b1f7-63ed04ea5b6a";

const payment = {
  id: "d46218c5-e163-4f25-8976-58e57e9cced7",
  merchant_key: key,
  status: "pending",
  amount_xof: "5000",
  channel: "MTN_OPEN",
  payment_url: "http://127.0.0.1:7801/pay/D2O1mfhhHXHV5RTI6GeP7g",
  created_at: "2026-11-21T07:46:42.440000Z",
  receipts: [],
};

const receipt = {
  id: "d343594b-e832-457e-a616-95ee0f6b898f",
  amount_xof: "5000",
  received_at: "2026-11-21T07:46:42.496000Z",
};
const secondReceipt = { ...receipt, id: "5b1a6c0e-8d6c-4a55-8a6e-0d0f3a1f9e11" };

const refund = {
  id: "0f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21",
  merchant_key: key,
  payment_id: payment.id,
  status: "settled",
  amount_xof: "5000",
  settled_at: "2026-11-21T08:00:00.000000Z",
  failure: null,
};
const pendingRefund = { ...refund, status: "pending", settled_at: null };
const failedRefund = { ...pendingRefund, status: "failed", failure: "wallet_refused" };

function answer(status: number, json: unknown): ProviderAnswer {
  return { kind: "answer", status, json };
}

export const answers = {
  created: answer(201, payment),
  duplicate: answer(409, payment),
  duplicateOfAnotherAmount: answer(409, { ...payment, amount_xof: "7000" }),
  invalidRequest: answer(422, { code: "invalid-request", fields: ["amount_xof"] }),
  pending: answer(200, payment),
  completed: answer(200, { ...payment, status: "completed", receipts: [receipt] }),
  completedTwice: answer(200, {
    ...payment,
    status: "completed",
    receipts: [receipt, secondReceipt],
  }),
  completedWithoutReceipt: answer(200, { ...payment, status: "completed" }),
  declined: answer(200, { ...payment, status: "declined" }),
  insufficientFunds: answer(200, { ...payment, status: "insufficient_funds" }),
  expired: answer(200, { ...payment, status: "expired" }),
  cancelled: answer(200, { ...payment, status: "cancelled" }),
  somethingNew: answer(200, { ...payment, status: "under_investigation" }),
  ofAnotherKey: answer(200, { ...payment, merchant_key: "another" }),
  notFound: answer(404, { code: "not-found" }),
  refundCreated: answer(201, refund),
  refundDuplicate: answer(409, refund),
  refundRead: answer(200, refund),
  refundPending: answer(201, pendingRefund),
  refundReadPending: answer(200, pendingRefund),
  refundReadFailed: answer(200, failedRefund),
  refundKnownAndFailed: answer(409, failedRefund),
  refundSettledWithoutMoment: answer(200, { ...refund, settled_at: null }),
  walletRefused: answer(422, { code: "wallet-refused" }),
  notRefundable: answer(422, { code: "not-refundable" }),
} as const;

/** Answers that say neither yes nor no, whatever was asked. */
export const emptyAnswers: readonly (readonly [what: string, answer: ProviderAnswer])[] = [
  ["nothing within the time-out", { kind: "no-answer", cause: "no-answer" }],
  ["a lost connection", { kind: "no-answer", cause: "connection-lost" }],
  ["500", answer(500, { code: "internal" })],
  ["502 of something in between", answer(502, undefined)],
  ["503", answer(503, { code: "maintenance" })],
  ["429", answer(429, { code: "too-many-requests" })],
  ["401", answer(401, { code: "unauthenticated" })],
  ["403", answer(403, { code: "forbidden" })],
  ["a page", answer(200, undefined)],
  ["a page with 201", answer(201, undefined)],
  ["an empty object", answer(200, {})],
  ["an empty 409", answer(409, {})],
  ["a 404 that is not the gateway's", answer(404, undefined)],
  ["a 400 nobody documented", answer(400, { code: "invalid-request" })],
  ["a 422 with another code", answer(422, { code: "try-later" })],
  ["a redirect", answer(302, undefined)],
  ["an amount that is no whole number", answer(201, { ...payment, amount_xof: "5000.5" })],
  ["an amount as a number", answer(200, { ...payment, amount_xof: 5000 })],
  [
    "a link that is no web address",
    answer(201, { ...payment, payment_url: "javascript:alert(1)" }),
  ],
];

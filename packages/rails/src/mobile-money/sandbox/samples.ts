import { key, response } from "../../http/samples.ts";

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
  reversed_at: null,
};
const reversedReceipt = { ...receipt, reversed_at: "2026-11-23T09:00:00.000000Z" };
const secondReceipt = { ...receipt, id: "5b1a6c0e-8d6c-4a55-8a6e-0d0f3a1f9e11" };

const refund = {
  id: "0f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21",
  merchant_key: key,
  payment_id: payment.id,
  status: "settled",
  amount_xof: "5000",
  arrived_xof: "5000",
  settled_at: "2026-11-21T08:00:00.000000Z",
  reversed_at: null,
  failure: null,
};
const reversedRefund = {
  ...refund,
  status: "reversed",
  reversed_at: "2026-11-23T09:00:00.000000Z",
};
const pendingRefund = { ...refund, status: "pending", arrived_xof: null, settled_at: null };
const failedRefund = { ...pendingRefund, status: "failed", failure: "wallet_refused" };

/** Answers of the sandbox's gateway as they came over the wire. */
export const responses = {
  created: response(201, payment),
  duplicate: response(409, payment),
  duplicateOfAnotherAmount: response(409, { ...payment, amount_xof: "7000" }),
  invalidRequest: response(422, { code: "invalid-request", fields: ["amount_xof"] }),
  pending: response(200, payment),
  completed: response(200, { ...payment, status: "completed", receipts: [receipt] }),
  completedTwice: response(200, {
    ...payment,
    status: "completed",
    receipts: [receipt, secondReceipt],
  }),
  completedWithoutMoment: response(200, {
    ...payment,
    status: "completed",
    receipts: [{ ...receipt, received_at: null }],
  }),
  completedWithoutReceipt: response(200, { ...payment, status: "completed" }),
  reversed: response(200, { ...payment, status: "reversed", receipts: [reversedReceipt] }),
  reversedInPart: response(200, {
    ...payment,
    status: "reversed",
    receipts: [reversedReceipt, secondReceipt],
  }),
  reversedWithoutMoment: response(200, { ...payment, status: "reversed", receipts: [receipt] }),
  declined: response(200, { ...payment, status: "declined" }),
  insufficientFunds: response(200, { ...payment, status: "insufficient_funds" }),
  expired: response(200, { ...payment, status: "expired" }),
  cancelled: response(200, { ...payment, status: "cancelled" }),
  wordOfEveryObject: response(200, { ...payment, status: "constructor" }),
  somethingNew: response(200, { ...payment, status: "under_investigation" }),
  amountThatIsNotWhole: response(201, { ...payment, amount_xof: "5000.5" }),
  amountAsNumber: response(200, { ...payment, amount_xof: 5000 }),
  linkThatIsNoWebAddress: response(201, { ...payment, payment_url: "javascript:alert(1)" }),
  ofAnotherKey: response(200, { ...payment, merchant_key: "another" }),
  notFound: response(404, { code: "not-found" }),
  refundCreated: response(201, refund),
  refundDuplicate: response(409, refund),
  refundRead: response(200, refund),
  refundPending: response(201, pendingRefund),
  refundReadShort: response(200, { ...refund, arrived_xof: "4900" }),
  refundReadReversed: response(200, reversedRefund),
  refundReversedWithoutMoment: response(200, { ...reversedRefund, reversed_at: null }),
  refundKnownAndReversed: response(409, reversedRefund),
  refundReadPending: response(200, pendingRefund),
  refundReadFailed: response(200, failedRefund),
  refundFailedByEveryObject: response(200, { ...failedRefund, failure: "constructor" }),
  refundKnownAndFailed: response(409, failedRefund),
  refundSettledWithoutMoment: response(200, { ...refund, settled_at: null }),
  walletRefused: response(422, { code: "wallet-refused" }),
  notRefundable: response(422, { code: "not-refundable" }),
} as const;

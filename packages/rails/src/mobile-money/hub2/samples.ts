import { key, response } from "../../http/samples.ts";

const createdAt = "2026-11-21T07:46:42.440Z";
const updatedAt = "2026-11-21T07:47:10.001Z";

/** Shapes of docs.hub2.io; values of our own. */
export const payment = {
  id: "pay_5dQn8Yc2",
  intentId: "pi_tffiDaXy",
  createdAt,
  updatedAt,
  amount: 5_000,
  currency: "XOF",
  status: "pending",
  method: "mobile_money",
  country: "BJ",
  provider: "mtn",
  number: "+2290196000001",
  fees: [],
};
export const paid = { ...payment, status: "successful" };
export const failed = (code: string) => ({
  ...payment,
  status: "failed",
  failureCause: { code, message: "for developers" },
});

export const intent = {
  id: "pi_tffiDaXy",
  createdAt,
  updatedAt,
  merchantId: "3",
  purchaseReference: key,
  customerReference: key,
  amount: 5_000,
  currency: "XOF",
  token: "eyJhbGciOiJIUzI1NiJ9.eyJpbnRlbnRJZCI6InBpIn0.c2ln",
  status: "payment_required",
  payments: [] as readonly object[],
  mode: "sandbox",
};
export const withPayments = (...payments: readonly object[]) => ({
  ...intent,
  status: "processing",
  payments,
});

export const transfer = {
  id: "tr_7Kx2m",
  createdAt,
  updatedAt,
  merchantId: "3",
  reference: key,
  description: "OUT_1",
  amount: 5_000,
  currency: "XOF",
  status: "pending",
  fees: [{ id: "fee", label: "fee", amount: 49.5, currency: "XOF" }],
  destination: {
    type: "mobile_money",
    country: "CI",
    msisdn: "+2250700000001",
    provider: "orange",
  },
};

export const shown = (body: object) => response(200, body);
export const created = (body: object) => response(201, body);
export const list = (...bodies: readonly object[]) => response(200, bodies);
/** It says its HTTP status once more. */
export const refusal = (status: number, code = "Bad Request") =>
  response(status, { status, code, message: "for developers", request_id: "req_1" });
export const notFound = refusal(404, "Not Found");

import { key, response } from "../../http/samples.ts";

export const token = "ERtyuILouhhRHICF0HboN";

/** Shapes of developers.paydunya.com/doc/EN/http_json and …/api_deboursement; values of our own. */
export const created = {
  response_code: "00",
  response_text: `https://app.paydunya.com/checkout/invoice/${token}`,
  description: "Checkout Invoice Created",
  token,
};

export const invoice = {
  response_code: "00",
  response_text: "Transaction Found",
  hash: "0".repeat(128),
  invoice: { token, items: {}, total_amount: 5_000, description: "PAY_1" },
  custom_data: { sanu_key: key, sanu_number: "+2290140000001", sanu_channel: "CELTIIS_BENIN" },
  actions: { callback_url: "https://sanu.example/webhooks/paydunya" },
  mode: "live",
  status: "pending",
  customer: {},
};

export const paid = { ...invoice, status: "completed", receipt_url: "https://app.paydunya.com/r" };

export const prepared = { response_code: "00", disburse_token: token };

export const submitted = {
  response_code: "00",
  status: "success",
  response_text: "Transaction completed successfully",
  transaction_id: "TFA-TX-1",
  provider_ref: "565486545315",
};

export const payout = {
  response_code: "00",
  token,
  status: "success",
  withdraw_mode: "celtiis-cash",
  amount: "5000.00",
  updated_at: "11/01/2024 14:30:32",
  disburse_id: key,
  transaction_id: "TFA-TX-1",
  disburse_tx_id: "CI000111.1430.A11197",
};

export const balances = {
  success: true,
  description: "The balance returned by the API is an approximation and may not be exact.",
  "Balance SN": "738612.00 XOF",
  "Balance BJ": "632329.00 XOF",
};

export const ok = (body: object) => response(200, body);
export const refusal = (response_code: unknown, response_text: string) =>
  response(200, { response_code, response_text });

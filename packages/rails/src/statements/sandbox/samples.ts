import { response } from "../../http/samples.ts";

const line = {
  reference: "d343594b-e832-457e-a616-95ee0f6b898f",
  merchant_key: "b54a2d2e-1a63-4f37-a2f5-5c5b1c1a0d5e",
  kind: "collection",
  amount: "5000",
  fee: "0",
  status: "settled",
  at: "2026-11-21T07:46:42.496000Z",
};

const page = {
  account: "collections",
  currency: "XOF",
  lines: [line],
  next: null,
  opening_balance: "0",
  closing_balance: "5000",
};

/** Pages of the sandbox's statements as they came over the wire. */
export const responses = {
  page: response(200, page),
  firstOfTwo: response(200, { ...page, next: "7" }),
  ofNode: response(200, { ...page, opening_balance: null, closing_balance: null }),
  overdrawn: response(200, { ...page, opening_balance: "-20", closing_balance: "4980" }),
  ofAnother: response(200, { ...page, account: "disbursements" }),
  ofAnotherPeriod: response(200, {
    ...page,
    lines: [{ ...line, at: "2026-11-20T07:46:42.496000Z" }],
  }),
  inAnotherWord: response(200, { ...page, lines: [{ ...line, status: "in_reconciliation" }] }),
  unknownAccount: response(404, { code: "unknown-account" }),
  elsewhereNotFound: response(404, { code: "not-found" }),
};

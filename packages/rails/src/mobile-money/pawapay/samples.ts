import { key, response } from "../../http/samples.ts";

/** Shapes of docs.pawapay.io/v2/api-reference; values of our own. */
export const deposit = {
  depositId: key,
  status: "ACCEPTED",
  amount: "5000",
  currency: "XOF",
  country: "BEN",
  payer: {
    type: "MMO",
    accountDetails: { phoneNumber: "2290196000001", provider: "MTN_MOMO_BEN" },
  },
  created: "2026-11-21T07:46:42Z",
  clientReferenceId: "PAY_1",
  metadata: {},
};

const { depositId: _, payer: recipient, ...rest } = deposit;
export const payout = { ...rest, payoutId: key, recipient };
export const refund = { ...rest, refundId: key, recipient };

export const found = (data: object) => response(200, { status: "FOUND", data });
export const notFound = response(200, { status: "NOT_FOUND" });

export const initiated = (name: string, status: string, failureCode?: string) =>
  response(200, {
    [name]: key,
    status,
    created: "2026-11-21T07:46:42Z",
    ...(failureCode !== undefined && {
      failureReason: { failureCode, failureMessage: "for developers" },
    }),
  });

export const failed = (order: object, failureCode: string) =>
  found({
    ...order,
    status: "FAILED",
    failureReason: { failureCode, failureMessage: "for developers" },
  });

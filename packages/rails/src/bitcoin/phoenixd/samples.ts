import { response } from "../../http/samples.ts";

/** As phoenixd's source writes its answers (Api.kt, JsonSerializers.kt); no node of ours has given them. */
export const preimage = "00".repeat(32);
export const paymentHash = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
const paymentId = "0f1d1a91-37d7-4f5e-b1f7-63ed04ea5b6a";

const payment = {
  subType: "lightning",
  paymentId,
  paymentHash,
  isPaid: false,
  sent: 8_169,
  fees: 36_676,
  invoice: "lnbcrt81690n1p4szjeesp5",
  createdAt: 1_795_248_000_000,
};
const completedAt = 1_795_248_000_000;
const paid = { ...payment, isPaid: true, preimage, completedAt };

const answer = {
  recipientAmountSat: 8_169,
  routingFeeSat: 36,
  paymentId,
  paymentHash,
  paymentPreimage: preimage,
};

function plain(status: number, text: string) {
  return { ...response(status, undefined), text };
}

export const responses = {
  paid: response(200, paid),
  pending: response(200, payment),
  failed: response(200, { ...payment, completedAt }),
  ofAnotherHash: response(200, { ...paid, paymentHash: "11".repeat(32) }),
  wrongPreimage: response(200, { ...paid, preimage: "11".repeat(32) }),
  paidWithoutPreimage: response(200, { ...payment, isPaid: true, completedAt }),
  paidAtNoMoment: response(200, { ...payment, isPaid: true, preimage }),
  notFound: plain(404, "Not found"),
  unknownEndpoint: plain(404, "Unknown endpoint (check api doc)"),
  payAnswer: response(200, answer),
  payAnswerWithoutProof: response(200, { ...answer, paymentPreimage: "11".repeat(32) }),
  notPaid: response(200, { paymentHash, reason: "recipient node is offline or unreachable" }),
  plainError: plain(400, "missing parameter amountSat"),
  balance: response(200, { balanceSat: 70_000, feeCreditSat: 0 }),
} as const;

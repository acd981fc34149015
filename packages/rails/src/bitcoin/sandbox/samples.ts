import { response } from "../../http/samples.ts";

/** Answers of the sandbox's node as they came over the wire. */
export const invoice =
  "lnbcrt123450n1p4szjeesp59ed236jlky5uupw3qquwh26n7kw8l5gpghe3m578q2jph6vv5s8qpp5wxu47vgucr492mxqugt6x4fucxwjp2674enfdke82mfk2y5jlq7qdq52dskuafqwdskuerzdauqxqrrss9qrsgqd04zl72vt5t6pgfqeg6rjym2n2d0c2jeknsnfwvy4u539vuwwydnfuwce00fswlq9hv2uner04dqufden2dmfuzfsquxqpa89wqu04gp4mv0ls";
export const paymentHash = "71b95f311cc0ea556cc0e217a3553cc19d20ab5eae6696db2756d3651292f83c";

export const address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
export const txid = "8005c03cfe02b6d6c0ba036156bd2ce584fe8329b80740a5c59b8644cbe3719e";
/** Pays 5 000 sats to `address`. */
export const rawTransaction =
  "02000000000101d4d2f1c58b93e6a7599189bdae54bffb6af215f4ae32ab87fa2fb374780f6a950000000000ffffffff018813000000000000160014751e76e8199196d454941c45d1b3a323f1433bd6024830450221008cd803b67349aa5de6205b46e63c18b943f34fbf3cd28dafe55e850e75d48b900220049f94b97cb7aa631d72f05d705676c857e7839168da0bacc4c93fb42b4b2f2501210239e3c38177574011ae444fb847b23dba245c77694aaf1b8cb0921172951fa66300000000";

const send = {
  id: paymentHash,
  status: "in_flight",
  amount_sats: "12345",
  fee_sats: null,
  settled_at: null,
  failure: null,
  proof: null,
};
const settled = {
  ...send,
  status: "settled",
  fee_sats: "12",
  settled_at: "2026-11-21T07:42:00.000000Z",
  proof: "927be1bf4b837bfb102daf29adf8c9d152d299e2ef064f14881ca75ef2ab4814",
};

export const responses = {
  issued: response(201, { invoice }),
  issuedNonsense: response(201, { invoice: "lnbcrt1nonsense" }),
  built: response(201, { txid, raw_transaction: rawTransaction, fee_sats: "250" }),
  unusable: response(422, { code: "unusable-destination" }),
  inFlight: response(200, send),
  settled: response(200, settled),
  alreadySettled: response(409, settled),
  alreadyInFlight: response(409, send),
  noRoute: response(200, { ...send, status: "failed", failure: "no_route" }),
  invoiceExpired: response(200, { ...send, status: "failed", failure: "invoice_expired" }),
  failedForSomethingNew: response(200, { ...send, status: "failed", failure: "cosmic_rays" }),
  failedByEveryObject: response(200, { ...send, status: "failed", failure: "constructor" }),
  somethingNew: response(200, { ...send, status: "resting" }),
  settledWithoutFee: response(200, { ...settled, fee_sats: null }),
  ofAnotherHash: response(200, { ...settled, id: "00".repeat(32) }),
  invalidRequest: response(422, { code: "invalid-request" }),
  noCoins: response(422, { code: "insufficient-balance" }),
  balances: response(200, { node: "sandbox", outbound_sats: "70000", confirmed_sats: "0" }),
  balancesWithoutCoins: response(200, { node: "sandbox", outbound_sats: "70000" }),
  notFound: response(404, { code: "not-found" }),
} as const;

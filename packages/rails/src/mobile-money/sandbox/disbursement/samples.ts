import { key, response } from "../../../http/samples.ts";

const disbursement = {
  id: "5b1a6c0e-8d6c-4a55-8a6e-0d0f3a1f9e11",
  merchant_key: key,
  status: "pending",
  amount_xof: "5000",
  fee_xof: "50",
  channel: "MTN_OPEN",
  failure: null,
  created_at: "2026-11-21T07:46:42.440000Z",
  settled_at: null,
  reversed_at: null,
};
const settled = {
  ...disbursement,
  status: "settled",
  settled_at: "2026-11-21T07:46:45.440000Z",
};

const channel = {
  channel: "MTN_OPEN",
  status: "open",
  amount_xof_min: "100",
  amount_xof_max: "1000000",
  float_xof: "999994950",
};

const reversed = { ...settled, status: "reversed", reversed_at: "2026-11-23T09:00:00.000000Z" };
const account = { account: "disbursement", channels: null, float_xof: "999994950" };
const floats = {
  accounts: [account, { account: "moov", channels: ["MOOV_BENIN"], float_xof: "0" }],
};

/** Answers of the sandbox's paying side as they came over the wire. */
export const responses = {
  pending: response(201, disbursement),
  settled: response(201, settled),
  duplicate: response(409, settled),
  duplicateOfAnotherAmount: response(409, { ...settled, amount_xof: "7000" }),
  ofAnotherKey: response(200, { ...settled, merchant_key: "another" }),
  noWallet: response(201, { ...disbursement, status: "failed", failure: "receiver_not_found" }),
  readPending: response(200, disbursement),
  readSettled: response(200, settled),
  readFull: response(200, { ...disbursement, status: "failed", failure: "wallet_full" }),
  readReversed: response(200, reversed),
  reversedWithoutMoment: response(200, { ...reversed, reversed_at: null }),
  knownAndReversed: response(409, reversed),
  settledWithoutMoment: response(200, { ...settled, settled_at: null }),
  failedForNobodyKnowsWhat: response(200, { ...disbursement, status: "failed", failure: "other" }),
  failedByEveryObject: response(200, { ...disbursement, status: "failed", failure: "constructor" }),
  refusedByEveryObject: response(422, { code: "constructor" }),
  somethingNew: response(200, { ...disbursement, status: "under_investigation" }),
  channelClosed: response(422, { code: "channel-closed" }),
  noFloat: response(422, { code: "insufficient-float" }),
  invalidRequest: response(422, { code: "invalid-request", fields: ["amount_xof"] }),
  notFound: response(404, { code: "not-found" }),
  channel: response(200, channel),
  closedChannel: response(200, { ...channel, status: "closed", float_xof: "0" }),
  floats: response(200, floats),
  floatsOfNoAccount: response(200, { accounts: [] }),
  negativeFloat: response(200, { accounts: [{ ...account, float_xof: "-1" }] }),
  otherChannel: response(200, { ...channel, channel: "MOOV_BENIN" }),
} as const;

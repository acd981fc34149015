import type { ProviderOrder } from "../provider-order.ts";

const moment = (epochMs: number) => new Date(epochMs).toISOString();

const intentStatuses = {
  recorded: "payment_required",
  pending: "processing",
  settled: "successful",
  failed: "failed",
} as const;
const statuses = {
  recorded: "created",
  pending: "pending",
  settled: "successful",
  failed: "failed",
} as const;

function common(order: ProviderOrder) {
  const { state, amountXof, arrivedXof, createdAtMs, endedAtMs } = order;
  return {
    createdAt: moment(createdAtMs),
    updatedAt: moment(endedAtMs ?? createdAtMs),
    merchantId: "1",
    amount: Number(state === "settled" ? arrivedXof : amountXof),
    currency: "XOF",
    mode: "sandbox",
  };
}

function failureOf({ state, failure }: ProviderOrder, usual: string) {
  if (state !== "failed") return {};
  return { failureCause: { code: failure === "declined" ? usual : failure, message: "" } };
}

/** An intent, with its attempt once there is one. */
export function intentBody(order: ProviderOrder) {
  const { id, key, state, number, channel } = order;
  const [country, provider] = channel.split(":");
  const payment = {
    id: `pay_${id}`,
    intentId: `pi_${id}`,
    ...common(order),
    status: statuses[state],
    method: "mobile_money",
    country,
    provider,
    number,
    fees: [],
    ...failureOf(order, "authentication_failed"),
  };
  return {
    id: `pi_${id}`,
    ...common(order),
    purchaseReference: key,
    customerReference: key,
    token: `token-of-${id}`,
    status: intentStatuses[state],
    payments: state === "recorded" ? [] : [payment],
  };
}

export function transferBody(order: ProviderOrder) {
  const { id, key, state, number: msisdn, channel, feeXof } = order;
  const [country, provider] = channel.split(":");
  const fee = { id: "transfer_fee", label: "fee", amount: Number(feeXof), currency: "XOF" };
  return {
    id: `tr_${id}`,
    ...common(order),
    reference: key,
    status: statuses[state],
    fees: [fee],
    destination: { type: "mobile_money", country, provider, msisdn },
    ...failureOf(order, "invalid_destination"),
  };
}

const outcomes = {
  recorded: "created",
  pending: "created",
  settled: "succeeded",
  failed: "failed",
} as const;

export function eventOf(order: ProviderOrder, nowMs: number) {
  const isCollection = order.kind === "collection";
  const type = `${isCollection ? "payment_intent" : "transfer"}.${outcomes[order.state]}`;
  const data = isCollection ? intentBody(order) : transferBody(order);
  return { type, createdAt: moment(nowMs), data };
}

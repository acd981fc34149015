import type { OrderKind, ProviderOrder } from "../provider-order.ts";

export const idNames: Readonly<Record<OrderKind, string>> = {
  collection: "depositId",
  disbursement: "payoutId",
  refund: "refundId",
};

const statuses = {
  recorded: "ACCEPTED",
  pending: "PROCESSING",
  settled: "COMPLETED",
  failed: "FAILED",
} as const;

/** A deposit, payout or refund, as a status and a callback show it. */
export function orderBody(order: ProviderOrder) {
  const { kind, key, state, amountXof, arrivedXof, number: phoneNumber, channel: provider } = order;
  const account = { type: "MMO", accountDetails: { phoneNumber, provider } };
  const failureCode = kind === "collection" ? "PAYMENT_NOT_APPROVED" : "RECIPIENT_NOT_FOUND";
  return {
    [idNames[kind]]: key,
    ...(order.refunds !== null && { depositId: order.refunds.key }),
    status: statuses[state],
    amount: String(state === "settled" ? arrivedXof : amountXof),
    currency: "XOF",
    country: "BEN",
    [kind === "collection" ? "payer" : "recipient"]: account,
    created: new Date(order.createdAtMs).toISOString(),
    ...(state === "failed" && { failureReason: { failureCode, failureMessage: "" } }),
  };
}

export function configuration({ min, max }: { readonly min: bigint; readonly max: bigint }) {
  const terms = { minAmount: String(min), maxAmount: String(max), decimalsInAmount: "NONE" };
  const operation = { ...terms, status: "OPERATIONAL" };
  const currency = {
    currency: "XOF",
    displayName: "CFA",
    operationTypes: { DEPOSIT: operation, PAYOUT: operation, REFUND: operation },
  };
  const provider = { provider: "MTN_MOMO_BEN", displayName: "MTN", currencies: [currency] };
  return {
    companyName: "Sanu",
    countries: [{ country: "BEN", prefix: "229", providers: [provider] }],
  };
}

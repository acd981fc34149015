import type { ProviderOrder } from "../provider-order.ts";

/** How a payout names each state; an invoice is `completed` once it is paid. */
const statuses = { recorded: "created", pending: "pending", settled: "success", failed: "failed" };

export const tokenOf = ({ id }: Pick<ProviderOrder, "id">) => `token-${id}`;

export function idOfToken(token: string): number {
  return Number(token.replace("token-", ""));
}

export function invoiceBody(order: ProviderOrder, hash: string) {
  const { key, number, channel } = order;
  return {
    response_code: "00",
    response_text: "Transaction Found",
    hash,
    invoice: { token: tokenOf(order), items: {}, total_amount: String(order.amountXof) },
    custom_data: { sanu_key: key, sanu_number: number, sanu_channel: channel },
    mode: "live",
    status: order.state === "settled" ? "completed" : statuses[order.state],
    customer: {},
    ...(order.state === "settled" && { receipt_url: "https://app.paydunya.com/receipt" }),
  };
}

export function payoutBody(order: ProviderOrder) {
  const amount = order.state === "settled" ? order.arrivedXof : order.amountXof;
  return {
    status: statuses[order.state],
    token: tokenOf(order),
    withdraw_mode: order.channel,
    amount: `${amount}.00`,
    fees: `${order.feeXof}.00`,
    updated_at: "11/01/2024 14:30:32",
    disburse_id: order.key,
    transaction_id: `TFA-TX-${order.id}`,
  };
}

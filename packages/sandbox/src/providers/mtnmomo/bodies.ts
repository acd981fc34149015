import type { ProviderOrder } from "../provider-order.ts";

/** Its sandbox has no other currency. */
export const currency = "EUR";

const statuses = {
  recorded: "PENDING",
  pending: "PENDING",
  settled: "SUCCESSFUL",
  failed: "FAILED",
} as const;

/** A request to pay or a transfer, as a status and a callback show it. */
export function movementBody(order: ProviderOrder) {
  const { id, kind, key, state, amountXof, arrivedXof, number: partyId, failure } = order;
  const isSettled = state === "settled";
  const usual = kind === "collection" ? "APPROVAL_REJECTED" : "PAYEE_NOT_FOUND";
  return {
    ...(isSettled && { financialTransactionId: String(id) }),
    externalId: key,
    amount: String(isSettled ? arrivedXof : amountXof),
    currency,
    [kind === "collection" ? "payer" : "payee"]: { partyIdType: "MSISDN", partyId },
    payerMessage: "",
    payeeNote: "",
    status: statuses[state],
    ...(state === "failed" && { reason: failure === "declined" ? usual : failure }),
  };
}

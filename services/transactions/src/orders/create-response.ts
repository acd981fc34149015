import type { CreateResponse } from "@sanu/contracts";
import { formatSats } from "@sanu/kernel";
import type { ClientOrdersTable } from "../personal-data/client-order.ts";
import type { TransactionPrivateTable } from "../personal-data/private-row.ts";
import type { DetailRow } from "../projections/detail/table.ts";

/** What the response to an order is made of, besides the link. */
export type ResponseBasis = Pick<
  DetailRow,
  | "transaction_id"
  | "transaction_type"
  | "amount_xof"
  | "amount_sats"
  | "rate_xof_per_btc"
  | "account_id"
  | "payment_id"
  | "reference"
  | "created_at"
  | "channel"
> &
  Pick<TransactionPrivateTable, "receiver_given" | "invoice"> &
  Pick<ClientOrdersTable, "client_reference">;

/** The response to an order, byte for byte as it is frozen and sent: always the moment of the order. */
export function createResponseText(basis: ResponseBasis, paymentUrl: string): string {
  const response: CreateResponse = {
    success: true,
    transaction: {
      id: basis.transaction_id,
      type: basis.transaction_type,
      amount: Number(basis.amount_xof),
      currency_code: "XOF",
      exchange_rate: Number(basis.rate_xof_per_btc),
      user_id: basis.account_id,
      payment_id: basis.payment_id,
      status: "PENDING",
      reference: basis.reference,
      receiver_address: basis.receiver_given,
      payout_id: null,
      payment_url: paymentUrl,
      created_at: basis.created_at,
      amount_sats: formatSats(basis.amount_sats),
      ...(basis.client_reference !== null && { client_reference: basis.client_reference }),
    },
    payment_url: paymentUrl,
    provider: basis.channel,
    invoice: basis.invoice,
  };
  return JSON.stringify(response);
}

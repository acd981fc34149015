import { CancelTransaction, TransactionDetailView } from "@sanu/contracts";
import { z } from "zod";
import { TransactionIdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

export const cancelTransaction = defineRoute({
  operationId: "cancelTransaction",
  method: "POST",
  url: "/transactions/:id/cancel",
  access: "customers",
  tag: "transactions",
  summary: "Cancel a transaction that is not paid yet",
  input: { params: z.object({ id: TransactionIdField }) },
  success: {
    description:
      "The transaction as it stands: PENDING until the provider has closed the payment, and unchanged where money is in. Again is the same",
    body: { transaction: TransactionDetailView },
  },
  problems: CancelTransaction.refusals,
  async handler({ client, principal: { accountId }, params: { id: transactionId } }) {
    const result = await client.command(CancelTransaction, { accountId, transactionId });
    if (result.kind !== "replied") return result;
    return { transaction: result.data.transaction };
  },
});

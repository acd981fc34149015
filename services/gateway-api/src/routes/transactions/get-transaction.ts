import { GetTransaction, TransactionDetailView } from "@sanu/contracts";
import { z } from "zod";
import { TransactionIdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

/** A transaction of somebody else is not found, as one that does not exist. */
export const getTransaction = defineRoute({
  operationId: "getTransaction",
  method: "GET",
  url: "/transactions/:id",
  access: "customers",
  tag: "transactions",
  summary: "One transaction with its progress",
  input: { params: z.object({ id: TransactionIdField }) },
  success: {
    description: "The transaction",
    body: { transaction: TransactionDetailView },
  },
  problems: [],
  async handler({ client, principal: { accountId }, params: { id: transactionId } }) {
    const result = await client.request(GetTransaction, { accountId, transactionId });
    if (result.kind !== "replied") return result;
    return { transaction: result.data.transaction };
  },
});

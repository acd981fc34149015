import { ProvideRefundInvoice, TransactionDetailView } from "@sanu/contracts";
import { z } from "zod";
import { requiredText, TransactionIdField } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";

const Body = z.object({
  invoice: requiredText(fieldLimits.receiverLettersMax).describe(
    "A BOLT 11 invoice of no amount or of exactly the satoshis to return",
  ),
});

export const giveReturnInvoice = defineRoute({
  operationId: "giveReturnInvoice",
  method: "POST",
  url: "/transactions/:id/return-invoice",
  access: "customers",
  tag: "transactions",
  summary: "Give an invoice for satoshis that must be returned",
  input: { params: z.object({ id: TransactionIdField }), body: Body },
  success: {
    description:
      "The satoshis are on their way; FAILED once they have arrived. The same invoice again is the same",
    body: { transaction: TransactionDetailView },
  },
  problems: ProvideRefundInvoice.refusals,
  async handler({ client, principal: { accountId }, params, body: { invoice } }) {
    const given = { accountId, transactionId: params.id, invoice };
    const result = await client.command(ProvideRefundInvoice, given);
    if (result.kind !== "replied") return result;
    return { transaction: result.data.transaction };
  },
});

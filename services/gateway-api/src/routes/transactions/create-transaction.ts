import { CreateResponse, CreateTransaction, TransactionType } from "@sanu/contracts";
import { z } from "zod";
import { OptionalClientReference } from "../../fields/client-fields.ts";
import {
  AmountXof,
  IdempotencyHeaders,
  OptionalQuoteId,
  optionalText,
  Phone,
  rule,
} from "../../fields/fields.ts";
import { judgeOrder } from "../../fields/judge-destinations.ts";
import { besideOthers, where } from "../../fields/said-rules.ts";
import { fieldLimits } from "../../limits.ts";
import { idempotencyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { defineRoute } from "../define-route.ts";

const sale = TransactionType.enum.SELL_BITCOIN;
const purchases = TransactionType.options.filter((type) => type !== sale);

const namingReceiver = {
  required: ["receiver_address"],
  properties: { receiver_address: { type: "string", minLength: 1 } },
} as const;

const Fields = z.object({
  amount: AmountXof.describe("Whole XOF"),
  type: TransactionType,
  receiver_address: optionalText(fieldLimits.receiverLettersMax).describe(
    "Of a purchase where the satoshis go; of a sale where they are returned to if need be, which may be left out",
  ),
  number: Phone.describe("Mobile-money number; both types need it today"),
  provider: optionalText(fieldLimits.providerLettersMax),
  client_reference: OptionalClientReference.describe(
    "What the client calls the order itself, up to 100 letters: lists are filtered by it. It need not be another one each time",
  ),
  quote_id: OptionalQuoteId.describe("A quote of the same type and amount; its rate counts"),
});

const Body = Fields.refine(
  ({ type, receiver_address: receiver }) => type === sale || Boolean(receiver),
  {
    path: ["receiver_address"],
    ...besideOthers,
    ...rule("required"),
  },
).meta(where("type", purchases, namingReceiver));

export const createTransaction = defineRoute({
  operationId: "createTransaction",
  method: "POST",
  url: "/transactions/create",
  access: "customers",
  tag: "transactions",
  summary: "Buy or sell bitcoin",
  input: { body: Body, headers: IdempotencyHeaders },
  success: {
    status: 201,
    description: "The transaction. `Idempotent-Replayed: true` when it was answered before",
    schema: CreateResponse,
  },
  problems: CreateTransaction.refusals,
  judge: judgeOrder,
  async handler({ client, principal: { accountId, country, apiKey }, body, headers, reply }) {
    const order = {
      accountId,
      transactionType: body.type,
      amountXof: String(body.amount),
      receiver: body.receiver_address ?? "",
      number: body.number,
      country,
      channel: body.provider,
      quoteId: body.quote_id,
      clientReference: body.client_reference,
      keyId: apiKey?.keyId ?? null,
      idempotency: idempotencyOf(headers, meaningOf(body)),
    };
    // Parallel copies of a request wait for the reply to the first.
    const copies = { repeatOn: "idempotency-in-progress" } as const;
    const result = await client.command(CreateTransaction, order, copies);
    return result.kind === "replied" ? void sendFrozen(reply, 201, result.data) : result;
  },
});

/** What makes two bodies the same order. */
function meaningOf(body: z.output<typeof Body>): readonly unknown[] {
  const { amount, type, receiver_address: receiver, number, provider, quote_id: quoteId } = body;
  const { client_reference } = body;
  // Keys of before there were quotes, and names of the client's, stay those of the same bodies.
  const quote = quoteId === null ? [] : [quoteId];
  const named = client_reference === null ? [] : [{ client_reference }];
  return [amount, type, receiver, number, provider, ...quote, ...named];
}

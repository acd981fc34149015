import type { CreateTransaction as CreateRequest, RequestData } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { type IdempotencyScope, insertKey, type Statement } from "@sanu/platform";
import { refuseAfterFailures } from "../guards/failed-payouts.ts";
import { reservePayout } from "../guards/float-statements.ts";
import { reservePrompt } from "../guards/number-prompts.ts";
import { reserveByKey } from "../guards/ordering-keys.ts";
import { needOfPayout } from "../guards/payout-need.ts";
import { reserveForPerson } from "../guards/persons.ts";
import { reserveReceiver } from "../guards/receiver-use.ts";
import { insertClientOrder } from "../personal-data/client-order.ts";
import { insertPrivateRow } from "../personal-data/private-row.ts";
import { consumeQuote } from "../rates/quote-statements.ts";
import type { FoundQuote } from "../rates/quoted-order.ts";
import type { EventOf } from "../transaction/events.ts";
import type { OrderDeps } from "./deps.ts";
import type { ReadOrder } from "./read-order.ts";

/** An order that was read, by whom, and under which key. */
export interface OrderToCommit {
  readonly transactionId: TransactionId;
  readonly request: RequestData<typeof CreateRequest>;
  readonly order: ReadOrder;
  readonly key: (IdempotencyScope & { readonly bodyHash: string }) | null;
  /** The quote that is used up with it; null deals at the rate of now. */
  readonly quote: FoundQuote | null;
  /** The person's key, `undefined` before the first order. */
  readonly personKey: Uint8Array | undefined;
  /** What else commits with it; asked again where the commit is tried again. */
  readonly beside?: (created: EventOf<"TransactionCreated">) => readonly Statement[];
}

interface CreatedOrder {
  readonly event: EventOf<"TransactionCreated">;
  readonly pageToken: string;
  /** `undefined` while the provider's link is waited for. */
  readonly responseJson: string | undefined;
}

/** Everything that commits with a new order. The key comes first: a copy is refused before it takes a limit. */
export function writesOf(
  deps: OrderDeps,
  { order, key, quote, request }: OrderToCommit,
  { event, pageToken, responseJson }: CreatedOrder,
): Statement[] {
  const { transactionId, accountId } = event;
  const { receiver, phone } = order;
  const { unansweredPromptsMax: unansweredMax, floats, persons } = deps;
  const number = persons.nameOf(phone.e164);
  floats.expectChange();
  const isSale = order.payoutChannel !== null;
  const hasPrompt = unansweredMax > 0 && !isSale;
  const response = responseJson === undefined ? {} : { response: responseJson };
  return [
    ...(key === null ? [] : [insertKey({ ...key, recordId: transactionId, ...response })]),
    ...(quote === null ? [] : [consumeQuote(quote.quoteId, transactionId)]),
    ...refuseAfterFailures({
      accountId,
      number,
      receiver: receiver === null ? null : persons.nameOf(receiver.canonical),
      // A service's payouts are many people's: each number and receiver answers for itself.
      max: request.keyId === null ? deps.failuresMax : { ...deps.failuresMax, account: 0 },
    }),
    reserveMonth(deps, { event, order, keyId: request.keyId }),
    ...clientOrderOf(request, event),
    ...(hasPrompt ? [reservePrompt({ transactionId, number, unansweredMax })] : []),
    insertPrivateRow({
      transaction_id: transactionId,
      account_id: accountId,
      receiver: receiver?.canonical ?? null,
      receiver_given: order.receiverGiven,
      // A page shows whom the money goes to: in a sale, the number.
      receiver_masked: isSale || receiver === null ? phone.masked : receiver.masked,
      number: phone.e164,
      page_token: pageToken,
    }),
    ...(receiver?.kind === "bolt11" ? [reserveReceiver(receiver.paymentHash, transactionId)] : []),
    // The last, because whoever has a share of a float waits for nobody.
    reservePayout(transactionId, needOfPayout(event, floats.feeShare), floats.staleAfterMs()),
  ];
}

/** What a client said of its order, where it said anything. */
function clientOrderOf(
  { accountId, keyId, clientReference }: OrderToCommit["request"],
  { transactionId, createdAt }: EventOf<"TransactionCreated">,
): Statement[] {
  if (keyId === null && clientReference === null) return [];
  return [
    insertClientOrder({
      transaction_id: transactionId,
      account_id: accountId,
      key_id: keyId,
      client_reference: clientReference,
      created_at: createdAt,
    }),
  ];
}

/**
 * Of the account, and of who she is by her number and documents, whatever account she orders with; of a service what its key
 * allows.
 */
function reserveMonth(
  { openMax, persons }: OrderDeps,
  {
    event,
    order: { phone, receiver },
    keyId,
  }: {
    readonly event: EventOf<"TransactionCreated">;
    readonly order: ReadOrder;
    readonly keyId: string | null;
  },
): Statement {
  const { transactionId, accountId, limitMonth: month, amountXof } = event;
  const names = { number: phone.e164, receiver: receiver?.canonical ?? null };
  const ofMonth = { transactionId, accountId, month, amountXof, ...names };
  if (keyId !== null) return reserveByKey(persons, { ...ofMonth, keyId });
  return reserveForPerson(persons, { ...ofMonth, openMax });
}

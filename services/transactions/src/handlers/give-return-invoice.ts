import {
  GiveReturnInvoice,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import {
  type Answerer,
  type AskContext,
  answers,
  type DeciderResult,
  type HandlerRefusal,
  refuse,
  runDecider,
} from "@sanu/platform";
import { destinationHmac, type Receiver, readReceiver } from "@sanu/rails";
import type { House } from "../creation/house.ts";
import { findPersonKey } from "../creation/person-key.ts";
import { keepReturnInvoice } from "../creation/private-row.ts";
import { guardWrites } from "../limits/guard-writes.ts";
import { freeReceiver, receiverUseConstraint, takeReceiver } from "../limits/receiver-use.ts";
import { findTransaction } from "../projections/detail/query.ts";
import { transaction } from "../transaction/decide.ts";
import type { TransactionEvent } from "../transaction/events.ts";
import { isReturnRefusal, type TransactionRefusal } from "../transaction/refusals.ts";
import type { Transaction } from "../transaction/state.ts";

type Ask = RequestData<typeof GiveReturnInvoice>;
type Refused = HandlerRefusal<RefusalCode<typeof GiveReturnInvoice>>;
type Answer = ReplyInput<typeof GiveReturnInvoice> | Refused;
type Invoice = Extract<Receiver, { kind: "bolt11" }>;

/** The seller says where her sats go back to: an invoice that no other transaction uses. */
export function giveReturnInvoice(house: House): Answerer {
  return answers(GiveReturnInvoice, (ask, context) => give(house, ask, context));
}

async function give(house: House, ask: Ask, context: AskContext): Promise<Answer> {
  const { database, pageUrlOf } = house;
  if ((await findTransaction(database, ask, pageUrlOf)) === undefined) return refuse("not-found");
  const reading = readReceiver(ask.invoice, house.network);
  if (reading.kind === "refused" || reading.receiver.kind !== "bolt11") {
    const isOther = reading.kind === "refused" && reading.code === "wrong-network";
    const rule = isOther ? "wrong-network" : "invalid-receiver";
    return refuse("validation-failed", undefined, { invoice: [rule] });
  }
  const key = await findPersonKey(database, ask.accountId);
  if (key === undefined) return refuse("not-found");
  const given = { ask, invoice: reading.receiver, key };
  const refusal = refusalOf(await order(house, given, context));
  if (refusal !== undefined) return refusal;
  const present = await findTransaction(database, ask, pageUrlOf);
  return present === undefined ? refuse("not-found") : { transaction: present };
}

/** The refund, the invoice and its use commit together; an invoice that did not work makes room for this one. */
function order(
  { store, clock, terms }: House,
  given: { readonly ask: Ask; readonly invoice: Invoice; readonly key: Uint8Array },
  context: AskContext,
) {
  const { ask, invoice, key } = given;
  const { transactionId, commandId } = ask;
  const { amountSats, expiresAt, canonical, paymentHash } = invoice;
  return runDecider({
    store,
    decider: transaction,
    streamId: transactionId,
    command: {
      kind: "give-return-invoice",
      invoice: { hmac: destinationHmac(key, canonical), amountSats, expiresAt },
      invoiceMarginMs: terms.invoiceMarginMs,
      refundId: newId<"RefundId">(),
      at: clock.now(),
    },
    context: { ...context, causationId: commandId },
    writes: (events, state) => [
      ...(state.status === "none" ? [] : guardWrites(events, state.order)),
      keepReturnInvoice(transactionId, canonical),
      freeReceiver(transactionId),
      takeReceiver(paymentHash, transactionId),
    ],
  });
}

function refusalOf(
  result: DeciderResult<Transaction, TransactionEvent, TransactionRefusal>,
): Refused | undefined {
  if (result.kind === "constraint") {
    if (result.constraint === receiverUseConstraint) return refuse("receiver-already-used");
    throw new Error(`A return broke the constraint ${result.constraint}`);
  }
  if (result.kind !== "refused") return undefined;
  const { code, params } = result.refusal;
  if (isReturnRefusal(code)) return refuse(code, params);
  throw new Error(`A return cannot be refused with ${code}`);
}

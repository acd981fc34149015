import { ProvideRefundInvoice, type RefusalCode, type RequestData } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import {
  destinationHmac,
  type HandlerRefusal,
  handleRequest,
  type RequestContext,
  type RequestHandler,
  refuse,
} from "@sanu/platform";
import { type Receiver, readReceiver } from "@sanu/rails";
import { unlessGivenByHand } from "../case/reviews/given-by-hand.ts";
import { decideGuarded } from "../guards/decide-guarded.ts";
import { receiverUseConstraint, releaseReceiver, reserveReceiver } from "../guards/receiver-use.ts";
import type { OrderDeps } from "../orders/deps.ts";
import { findPersonKey } from "../personal-data/person-key.ts";
import { updateRefundInvoice } from "../personal-data/private-row.ts";
import { findTransaction } from "../projections/detail/query.ts";
import { isRefundInvoiceRefusal } from "../transaction/refusals.ts";

type Request = RequestData<typeof ProvideRefundInvoice>;
type Refused = HandlerRefusal<RefusalCode<typeof ProvideRefundInvoice>>;
type Invoice = Extract<Receiver, { kind: "bolt11" }>;

/** The seller says where her sats go back to: an invoice that no other transaction uses. */
export function provideRefundInvoice(deps: OrderDeps): RequestHandler {
  const { database } = deps;
  return handleRequest(ProvideRefundInvoice, async (request, context) => {
    if ((await findTransaction(database, request, deps)) === undefined) return refuse("not-found");
    const reading = readReceiver(request.invoice, deps.network);
    if (reading.kind === "refused" || reading.receiver.kind !== "bolt11") {
      const isOther = reading.kind === "refused" && reading.code === "wrong-network";
      const rule = isOther ? "wrong-network" : "invalid-receiver";
      return refuse("validation-failed", undefined, { invoice: [rule] });
    }
    const key = await findPersonKey(database, request.accountId);
    if (key === undefined) return refuse("not-found");
    const given = { request, invoice: reading.receiver, key };
    const ordered = await unlessGivenByHand(() => order(deps, given, context));
    // By somebody's word the sats are hers already: two of the staff look first.
    if (ordered === undefined) return refuse("return-not-needed");
    const refusal = refusalOf(ordered);
    if (refusal !== undefined) return refusal;
    const present = await findTransaction(database, request, deps);
    return present === undefined ? refuse("not-found") : { transaction: present };
  });
}

/** The refund, the invoice and its use commit together; an invoice that did not work makes room for this one. */
function order(
  deps: OrderDeps,
  given: { readonly request: Request; readonly invoice: Invoice; readonly key: Uint8Array },
  context: RequestContext,
) {
  const { request, invoice, key } = given;
  const { transactionId, commandId } = request;
  const { amountSats, expiresAt, canonical, paymentHash } = invoice;
  return decideGuarded(deps, {
    transactionId,
    command: {
      kind: "provide-refund-invoice",
      invoice: { hmac: destinationHmac(key, canonical), amountSats, expiresAt },
      invoiceMarginMs: deps.terms.invoiceMarginMs,
      refundId: newId<"RefundId">(),
      at: deps.clock.now(),
    },
    context: { ...context, causationId: commandId },
    writes: [
      updateRefundInvoice(transactionId, canonical),
      releaseReceiver(transactionId),
      reserveReceiver(paymentHash, transactionId),
    ],
  });
}

function refusalOf(result: Awaited<ReturnType<typeof decideGuarded>>): Refused | undefined {
  if (result.kind === "constraint") {
    if (result.constraint === receiverUseConstraint) return refuse("receiver-already-used");
    throw new Error(`A refund broke the constraint ${result.constraint}`);
  }
  if (result.kind !== "refused") return undefined;
  const { code, params } = result.refusal;
  if (isRefundInvoiceRefusal(code)) return refuse(code, params);
  throw new Error(`A refund cannot be refused with ${code}`);
}

import type { CreateTransaction, RequestData } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { type FoundQuote, quoteRefusal } from "../rates/quoted-order.ts";
import type { OrderDeps } from "./deps.ts";
import type { RefusedOrder } from "./order-refusals.ts";
import { type ReadOrder, readOrder } from "./read-order.ts";

/** What can be said of an order before it is priced: how it reads, or why it cannot be placed. */
export function readNew(
  deps: OrderDeps,
  of: {
    readonly request: RequestData<typeof CreateTransaction>;
    readonly transactionId: TransactionId;
    readonly quote: FoundQuote | undefined;
  },
): ReadOrder | RefusedOrder {
  const { request, transactionId, quote } = of;
  if (request.quoteId !== null) {
    const refusal = quoteRefusal(quote, { ...request, transactionId });
    if (refusal !== undefined) return refuse(refusal);
  }
  if (request.transactionType === "SELL_BITCOIN" && !deps.isSellingOpen) {
    return refuse("provider-unavailable");
  }
  const order = readOrder(request, deps.network);
  if (order.kind === "broken") return refuse("validation-failed", undefined, order.fields);
  if (order.kind === "channel-not-available") {
    return refuse("provider-not-available-for-number", { available: order.available.join(", ") });
  }
  return deps.openChannels.isOpen(order) ? order : refuse("provider-unavailable");
}

import type { Reaction } from "@sanu/platform";
import { whenRefundInvoiceProvided } from "./when-refund-invoice-provided.ts";
import { type OrderMailsDeps, standingOrderReactions } from "./when-standing-order.ts";
import { whenWalletChanged } from "./when-wallet-changed.ts";

/** Of what customers do in transactions, what they are mailed. */
export function customerReactions(deps: OrderMailsDeps): readonly Reaction[] {
  return [
    ...standingOrderReactions(deps),
    whenWalletChanged(deps),
    whenRefundInvoiceProvided(deps),
  ];
}

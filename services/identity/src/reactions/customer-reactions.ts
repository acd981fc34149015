import type { Reaction } from "@sanu/platform";
import { whenRefundInvoiceNeeded } from "./when-refund-invoice-needed.ts";
import { whenRefundInvoiceProvided } from "./when-refund-invoice-provided.ts";
import { type OrderMailsDeps, standingOrderReactions } from "./when-standing-order.ts";
import { whenWalletChanged } from "./when-wallet-changed.ts";

/** Of what customers do in transactions, and of what only they can do, what they are mailed. */
export function customerReactions(deps: OrderMailsDeps): readonly Reaction[] {
  return [
    ...standingOrderReactions(deps),
    whenWalletChanged(deps),
    whenRefundInvoiceProvided(deps),
    whenRefundInvoiceNeeded(deps),
  ];
}

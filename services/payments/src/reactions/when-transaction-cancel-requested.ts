import { TransactionCancelRequested } from "@sanu/contracts";
import {
  type CommandContext,
  defineReaction,
  type Reaction,
  requestCancel,
  runDecider,
  type Statement,
} from "@sanu/platform";
import { isSale } from "../database/is-sale.ts";
import { payment } from "../payment/decide.ts";
import { type ReleasingNeeds, releaseInvoice } from "../receiving/release-invoice.ts";
import type { CollectingNeeds } from "./when-transaction-created.ts";

export interface CancellingNeeds {
  readonly collecting: Pick<CollectingNeeds, "store" | "clock"> & {
    readonly worker: Pick<ReleasingNeeds["worker"], "wake">;
  };
  readonly receiving: ReleasingNeeds;
}

/**
 * Somebody changed her mind before anything was paid. What was never called is withdrawn, what was called is
 * cancelled where the rail can; only a definite answer ends the payment.
 */
export function whenTransactionCancelRequested(needs: CancellingNeeds): Reaction {
  return defineReaction({
    name: "payments.when-transaction-cancel-requested",
    fact: TransactionCancelRequested,
    aggregateId: ({ paymentId }) => paymentId,
    async react({ paymentId }, { handled, context }) {
      const wish = { paymentId, reason: "cancelled", context } as const;
      return (await isSale(needs.receiving.database, paymentId))
        ? releaseInvoice(needs.receiving, wish, [handled])
        : cancelCollection(needs, { paymentId, context }, handled);
    },
  });
}

async function cancelCollection(
  { collecting }: CancellingNeeds,
  { paymentId, context }: { readonly paymentId: string; readonly context: CommandContext },
  handled: Statement,
) {
  const { store, clock, worker } = collecting;
  const result = await runDecider({
    store,
    decider: payment,
    streamId: paymentId,
    command: { kind: "request-cancel", at: clock.now() },
    context,
    writes: () => [handled, requestCancel(paymentId, "collection")],
  });
  if (result.kind === "accepted") worker.wake();
  return result;
}

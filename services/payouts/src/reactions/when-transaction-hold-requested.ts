import { TransactionHoldRequested } from "@sanu/contracts";
import { fold } from "@sanu/kernel";
import { AttemptUnderWayError, defineReaction, type Reaction } from "@sanu/platform";
import { payout } from "../payout/decide.ts";
import type { VerdictDeps } from "./when-verdict-approved.ts";

/** The hold speaks of a payout that nobody ordered here; it is parked, never swallowed. */
export class UnknownPayoutError extends Error {
  override readonly name = "UnknownPayoutError";
}

/** Its account is suspended, or its money was taken back: what nobody was asked to send is taken back, what was called goes on to its end. */
export function whenTransactionHoldRequested({ executors, store, clock }: VerdictDeps): Reaction {
  return defineReaction({
    name: "payouts.when-transaction-hold-requested",
    fact: TransactionHoldRequested,
    aggregateId: ({ payoutId }) => payoutId,
    async react({ payoutId }, { handled, context }) {
      const state = fold(payout, (await store.load(payoutId)).events);
      if (state.status === "none") throw new UnknownPayoutError(payoutId);
      const { kind } = state.order.transfer;
      const result = await executors[kind === "disbursement" ? "disbursement" : "send"].conclude({
        subjectId: payoutId,
        state: "rejected",
        onlyUncalled: true,
        commandOf: () => ({ kind: "withhold", at: clock.now() }),
        context,
        writes: [handled],
      });
      if (result.kind === "under-way") throw new AttemptUnderWayError(payoutId);
      const isLeft = result.kind === "no-attempt" || result.kind === "stale";
      return isLeft ? { kind: "nothing-new" } : result;
    },
  });
}

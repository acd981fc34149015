import { TransactionHoldRequested } from "@sanu/contracts";
import { fold } from "@sanu/kernel";
import {
  AttemptUnderWayError,
  type Database,
  defineReaction,
  findCalledBefore,
  type Reaction,
  runDecider,
} from "@sanu/platform";
import { payout } from "../payout/decide.ts";
import type { VerdictDeps } from "./when-verdict-approved.ts";

/** The hold speaks of a payout that nobody ordered here; it is parked, never swallowed. */
class UnknownPayoutError extends Error {
  override readonly name = "UnknownPayoutError";
}

/**
 * Its account is suspended, or its money was taken back: what nobody was ever asked to send is taken back. What was called goes on to its
 * end, and if it fails no other attempt is called.
 */
export function whenTransactionHoldRequested({
  database,
  executors,
  store,
  clock,
}: VerdictDeps & { readonly database: Pick<Database, "query"> }): Reaction {
  return defineReaction({
    name: "payouts.when-transaction-hold-requested",
    fact: TransactionHoldRequested,
    aggregateId: ({ payoutId }) => payoutId,
    async react({ payoutId }, { handled, context }) {
      const state = fold(payout, (await store.load(payoutId)).events);
      if (state.status === "none") throw new UnknownPayoutError(payoutId);
      const isOfXof = state.order.transfer.kind === "disbursement";
      const result = await executors[isOfXof ? "disbursement" : "send"].conclude({
        subjectId: payoutId,
        state: "rejected",
        // What was asked for before can come alive again, and arrive: its next attempt looks for it before it gives up.
        takesBack: async (attempt) => {
          const { earlierPayoutIds = [] } = state.order;
          if (!isOfXof) return attempt.attemptNumber === 1 && earlierPayoutIds.length === 0;
          return (await findCalledBefore(database, attempt, earlierPayoutIds)).length === 0;
        },
        commandOf: ({ attemptNumber }) => ({ kind: "withhold", attemptNumber, at: clock.now() }),
        context,
        writes: [handled],
      });
      if (result.kind === "under-way") throw new AttemptUnderWayError(payoutId);
      if (result.kind !== "no-attempt" && result.kind !== "stale") return result;
      return runDecider({
        store,
        decider: payout,
        streamId: payoutId,
        command: { kind: "request-hold", at: clock.now() },
        context,
        writes: () => [handled],
      });
    },
  });
}

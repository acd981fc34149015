import { moverOf, VerdictApproved } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import {
  type AttemptExecutor,
  concludeByFact,
  defineReaction,
  type EventStore,
  type Reaction,
} from "@sanu/platform";
import type { PayoutCommand } from "../payout/commands.ts";
import { payout } from "../payout/decide.ts";
import type { PayoutEvent } from "../payout/events.ts";

export interface VerdictDeps {
  readonly executors: Readonly<
    Record<"send" | "disbursement", Pick<AttemptExecutor<PayoutCommand>, "conclude">>
  >;
  readonly store: EventStore<PayoutEvent>;
  readonly clock: Clock;
}

/** Two of the staff have said what became of money out: its attempt ends so, and is never called again. */
export function whenVerdictApproved({ executors, store, clock }: VerdictDeps): Reaction {
  return defineReaction({
    name: "payouts.when-verdict-approved",
    fact: VerdictApproved,
    aggregateId: ({ subjectId }) => subjectId,
    async react({ caseId, leg, subjectId, money, verdict }, given) {
      if (moverOf(leg, money) !== "payouts") return { kind: "nothing-new" };
      const executor = money.currency === "SATS" ? executors.send : executors.disbursement;
      const isArrived = verdict.kind === "arrived";
      return concludeByFact({ executor, store, decider: payout }, given, {
        subjectId,
        state: isArrived ? "settled" : "rejected",
        providerReference: isArrived ? verdict.providerReference : null,
        command: { kind: "conclude", caseId, verdict, at: clock.now() },
      });
    },
  });
}

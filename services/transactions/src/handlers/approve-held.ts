import { type CaseId, fold, newId, newReference } from "@sanu/kernel";
import { type EventStore, type RequestContext, runDecider } from "@sanu/platform";
import type { ApproveVerdict } from "../case/commands.ts";
import { staffCase } from "../case/decide.ts";
import type { CaseEvent } from "../case/events.ts";
import type { FloatGuard } from "../guards/float-writes.ts";
import { guardWrites } from "../guards/guard-writes.ts";
import type { Persons } from "../guards/persons.ts";
import { transaction } from "../transaction/decide.ts";
import type { TransactionEvent } from "../transaction/events.ts";

export interface HeldDeps {
  readonly cases: EventStore<CaseEvent>;
  readonly store: EventStore<TransactionEvent>;
  readonly floats: FloatGuard;
  readonly persons: Pick<Persons, "isThere">;
}

/**
 * Two of the staff agree about held money: it goes on, or back, in the commit of the approval. Where nothing is held any
 * more, its case has closed with it, and answers alone.
 */
export async function approveHeld(
  { cases, store, floats, persons }: HeldDeps,
  of: {
    readonly caseId: CaseId;
    readonly command: ApproveVerdict;
    readonly context: RequestContext;
  },
): Promise<void> {
  const { caseId, command, context } = of;
  const loaded = await cases.load(caseId);
  const state = fold(staffCase, loaded.events);
  const decision = staffCase.decide(state, command);
  if (state.status !== "proposed" || decision.kind !== "accepted") return;
  const { proposed } = state.proposal;
  if (proposed.kind !== "release" && proposed.kind !== "refund") return;
  const { transactionId } = state;
  if (transactionId === null) throw new Error(`Case ${caseId} holds nothing`);
  const [first, ...others] = decision.events;
  const result = await runDecider({
    store,
    decider: transaction,
    streamId: transactionId,
    command: {
      kind: "decide-held",
      verdict: proposed.kind,
      payoutId: newId<"PayoutId">(),
      payoutReference: newReference("PAYOUT_"),
      refundId: newId<"RefundId">(),
      causeId: caseId,
      at: command.at,
    },
    context,
    writes: (events, after) => [
      ...cases.statementsOf({ streamId: caseId, loaded, events: [first, ...others], context }),
      ...(after.status === "none"
        ? []
        : guardWrites(events, after.order, { floats, persons, recordedAt: null })),
    ],
  });
  if (result.kind === "constraint") throw new Error(`Case ${caseId} broke ${result.constraint}`);
}

import type { Proposed } from "@sanu/contracts";
import { type CaseId, fold, newId, newReference } from "@sanu/kernel";
import { type EventStore, type RequestContext, type Statement } from "@sanu/platform";
import type { ApproveVerdict } from "../case/commands.ts";
import { staffCase } from "../case/decide.ts";
import type { CaseEvent } from "../case/events.ts";
import { verdictReferenceConstraint } from "../case/references/verdict-references.ts";
import { debtOf } from "../case/reversals/cases-of-reversals.ts";
import { caseIdOfQuestion } from "../case/reviews/findings.ts";
import { decideGuarded, type GuardedDeps } from "../guards/decide-guarded.ts";
import type { SettleByHand, SettleDebt, TransactionCommand } from "../transaction/commands.ts";
import { transaction } from "../transaction/decide.ts";
import type { Transaction } from "../transaction/state.ts";

export interface TransactionVerdictDeps extends GuardedDeps {
  readonly cases: EventStore<CaseEvent>;
}

interface Approval {
  readonly caseId: CaseId;
  readonly command: ApproveVerdict;
  readonly context: RequestContext;
  readonly writes: readonly Statement[];
}

/**
 * Two of the staff agree about money that the transaction itself decides about: it does so in the commit of the approval.
 * `stale`: it is decided otherwise by now. `other`: the verdict is not about that, or no news. `reference-in-use`: its name of the
 * money is another verdict's.
 */
export async function approveOfTransaction(
  deps: TransactionVerdictDeps,
  { caseId, command, context, writes: ofReason }: Approval,
): Promise<"approved" | "stale" | "other" | "reference-in-use"> {
  const { cases, store } = deps;
  const loaded = await cases.load(caseId);
  const state = fold(staffCase, loaded.events);
  const decision = staffCase.decide(state, command);
  if (state.status !== "proposed" || decision.kind !== "accepted") return "other";
  const { transactionId } = state;
  if (transactionId === null) return "other";
  const { proposed } = state.proposal;
  const before = fold(transaction, (await store.load(transactionId)).events);
  const follows = commandOf(before, proposed, { caseId, at: command.at });
  if (follows === undefined) return "other";
  const [first, ...others] = decision.events;
  const appended = { streamId: caseId, loaded, events: [first, ...others], context } as const;
  const writes = [...cases.statementsOf(appended), ...ofReason];
  const result = await decideGuarded(deps, { transactionId, command: follows, context, writes });
  if (result.kind === "constraint" && result.constraint === verdictReferenceConstraint) {
    return "reference-in-use";
  }
  if (result.kind === "constraint") throw new Error(`Case ${caseId} broke ${result.constraint}`);
  return result.kind === "accepted" ? "approved" : "stale";
}

/** `undefined` where another service concludes, or nothing follows. */
function commandOf(
  state: Transaction,
  proposed: Proposed,
  { caseId, at }: { readonly caseId: CaseId; readonly at: ApproveVerdict["at"] },
): TransactionCommand | undefined {
  switch (proposed.kind) {
    case "release":
    case "refund":
      return {
        kind: "decide-held",
        verdict: proposed.kind,
        payoutId: newId<"PayoutId">(),
        payoutReference: newReference("PAYOUT_"),
        refundId: newId<"RefundId">(),
        causeId: caseId,
        at,
      };
    case "paid-by-hand":
    case "recovered":
    case "written-off":
      return { ...debtIn(state, { by: proposed.kind, caseId }), caseId, at };
    case "arrived":
    case "never":
    case "close":
      return undefined;
  }
}

/** Which money a case is about: what a provider left by its change, or what a review asks about. */
function debtIn(
  state: Transaction,
  { by, caseId }: Pick<SettleDebt, "by" | "caseId">,
): Omit<SettleDebt, "caseId" | "at"> | Pick<SettleByHand, "kind" | "receiptId"> {
  const nothing = { kind: "settle-by-hand", receiptId: "" } as const;
  if (state.status === "none") return nothing;
  const debt = debtOf(state, caseId);
  if (debt !== undefined) return { kind: "settle-debt", by, ...debt };
  const question = state.review.find((one) => caseIdOfQuestion(state, one) === caseId);
  return { ...nothing, receiptId: question?.receiptId ?? "" };
}

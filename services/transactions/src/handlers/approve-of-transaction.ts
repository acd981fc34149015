import { type CaseId, fold, newId, newReference } from "@sanu/kernel";
import {
  type Database,
  type EventStore,
  type LoadedStream,
  type RequestContext,
  type Statement,
  TooMuchContentionError,
} from "@sanu/platform";
import type { ApproveVerdict } from "../case/commands.ts";
import { staffCase } from "../case/decide.ts";
import type { CaseEvent } from "../case/events.ts";
import { verdictReferenceConstraint } from "../case/references/verdict-references.ts";
import { debtOf } from "../case/reversals/cases-of-reversals.ts";
import { caseIdOfQuestion } from "../case/reviews/findings.ts";
import type { Case, Proposal } from "../case/state.ts";
import { decideGuarded, type GuardedDeps } from "../guards/decide-guarded.ts";
import { refusePayoutIfSuspended, suspensionConstraints } from "../guards/suspensions.ts";
import type { SettleByHand, SettleDebt, TransactionCommand } from "../transaction/commands.ts";
import { transaction } from "../transaction/decide.ts";
import type { TransactionEvent } from "../transaction/events.ts";
import { questionOf } from "../transaction/review.ts";

export interface TransactionVerdictDeps extends GuardedDeps {
  readonly database: Database;
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
  const { events } = await store.load(transactionId);
  const follows = commandOf(events, state, { caseId, at: command.at });
  if (follows === undefined) return "other";
  const [first, ...others] = decision.events;
  const appended = { streamId: caseId, loaded, events: [first, ...others], context } as const;
  const writes = [...cases.statementsOf(appended), ...ofReason];
  const result = await unlessMoved(
    { cases, caseId, loaded },
    decideOf(deps, { transactionId, command: follows, context, writes }),
  );
  // A newer word of the provider has closed it, or others have agreed: what that leaves to be decided is seen anew.
  if (result === "moved")
    return approveOfTransaction(deps, { caseId, command, context, writes: ofReason });
  if (result.kind === "constraint" && result.constraint === verdictReferenceConstraint) {
    return "reference-in-use";
  }
  if (result.kind === "constraint") throw new Error(`Case ${caseId} broke ${result.constraint}`);
  return result.kind === "accepted" ? "approved" : "stale";
}

/** Each try of it writes to the case as that was loaded: where the case is another one by now, none gets through. */
async function unlessMoved<Result>(
  {
    cases,
    caseId,
    loaded,
  }: Pick<TransactionVerdictDeps, "cases"> & {
    readonly caseId: CaseId;
    readonly loaded: LoadedStream<CaseEvent>;
  },
  deciding: Promise<Result>,
): Promise<Result | "moved"> {
  try {
    return await deciding;
  } catch (error) {
    const isMoved =
      error instanceof TooMuchContentionError &&
      (await cases.load(caseId)).version !== loaded.version;
    if (isMoved) return "moved";
    throw error;
  }
}

/** What was held because its receipt was denied is sent unless its account is suspended by now: then it is held for that. */
async function decideOf(
  deps: TransactionVerdictDeps,
  asked: Parameters<typeof decideGuarded>[1] & { readonly writes: readonly Statement[] },
): ReturnType<typeof decideGuarded> {
  const { command, transactionId, writes } = asked;
  if (command.kind !== "decide-denied" || command.verdict !== "arrived") {
    return decideGuarded(deps, asked);
  }
  const guard = refusePayoutIfSuspended(transactionId);
  const result = await decideGuarded(deps, { ...asked, writes: [...writes, guard] });
  const isSuspended =
    result.kind === "constraint" && result.constraint === suspensionConstraints.payouts;
  if (!isSuspended) return result;
  return decideGuarded(deps, { ...asked, command: { ...command, isSuspended } });
}

const saidOfReceipt = {
  came: "arrived",
  "never-came": "never",
  "other-amount": "other-amount",
} as const;

/** `undefined` where another service concludes, or nothing follows. */
function commandOf(
  history: readonly TransactionEvent[],
  { subject, proposal: { proposed, isAnswered } }: Extract<Case, { readonly status: "proposed" }>,
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
    case "came":
    case "never-came":
    case "other-amount":
      return {
        kind: "decide-denied",
        receiptId: subject.id,
        verdict: saidOfReceipt[proposed.kind],
        payoutId: newId<"PayoutId">(),
        payoutReference: newReference("PAYOUT_"),
        refundId: newId<"RefundId">(),
        caseId,
        at,
      };
    case "paid-by-hand":
    case "recovered":
    case "written-off":
      return { ...debtIn(history, { by: proposed.kind, caseId, isAnswered }), caseId, at };
    case "arrived":
    case "never":
    case "close":
      return undefined;
  }
}

/** Which money a case is about: what a provider left by its change, or what a review asks about, or asked. */
function debtIn(
  history: readonly TransactionEvent[],
  of: Pick<SettleDebt, "by" | "caseId"> & { readonly isAnswered: Proposal["isAnswered"] },
): Omit<SettleDebt, "caseId" | "at"> | Omit<SettleByHand, "caseId" | "at"> {
  const { by, caseId, isAnswered } = of;
  const state = fold(transaction, history);
  const nothing = { kind: "settle-by-hand", receiptId: "" } as const;
  if (state.status === "none") return nothing;
  const debt = debtOf(state, caseId);
  if (debt !== undefined) return { kind: "settle-debt", by, ...debt };
  const question = history
    .filter((event) => event.type === "TransactionReviewRequested")
    .map(questionOf)
    .find((one) => caseIdOfQuestion(state, one) === caseId);
  return {
    ...nothing,
    receiptId: question?.receiptId ?? "",
    ...(isAnswered && { isSaidBefore: true }),
  };
}

import {
  ApproveVerdict,
  type CaseView,
  type Proposed,
  ProposeVerdict,
  WithdrawProposal,
} from "@sanu/contracts";
import { type AccountId, type CaseId, fold } from "@sanu/kernel";
import {
  type HandlerRefusal,
  handleRequest,
  type RequestContext,
  type RequestHandler,
  refuse,
  runDecider,
  type Statement,
} from "@sanu/platform";
import type { CaseCommand } from "../case/commands.ts";
import { referenceOf, staffCase } from "../case/decide.ts";
import { hashOfWords, insertEvidence, updateDecisionReason } from "../case/evidence/evidence.ts";
import { refusedReference } from "../case/references/refused-reference.ts";
import {
  reserveReference,
  verdictReferenceConstraint,
} from "../case/references/verdict-references.ts";
import { unlessGivenByHand } from "../case/reviews/given-by-hand.ts";
import type { Case } from "../case/state.ts";
import { isOwnOrder } from "../personal-data/find-owner.ts";
import { findCase, isCase } from "../projections/cases/query.ts";
import { approveOfTransaction, type TransactionVerdictDeps } from "./approve-of-transaction.ts";
import { refusedStanding, type StandingDeps } from "./refused-standing.ts";
import { type ShowingDeps, shownAs } from "./shown-case.ts";

export interface CaseHandlerDeps extends ShowingDeps, StandingDeps, TransactionVerdictDeps {
  /** How long a proposal waits for somebody else's approval. */
  readonly proposalValidMs: number;
}

/** One of the staff says what happened, once for each command; her words are kept beside the log. */
export function proposeVerdict(deps: CaseHandlerDeps): RequestHandler {
  const { clock, proposalValidMs: validMs } = deps;
  return handleRequest(ProposeVerdict, async (request, context) => {
    const { caseId, commandId: proposalId, proposed, evidence, by } = request;
    if (!(await isCase(deps.database, caseId))) return refuse("not-found");
    const about = await stateOf(deps, caseId);
    if (await isAboutOwn(deps, about, by)) return refuse("own-account");
    const refusal = await refusedReference(deps.database, about, request);
    if (refusal !== undefined) return refuse(refusal);
    const at = clock.now();
    const said = { proposalId, proposed, evidenceSha256: hashOfWords(evidence), by };
    return decideCase(deps, ProposeVerdict.refusals, {
      caseId,
      command: { kind: "propose", ...said, validMs, at },
      context: { ...context, causationId: proposalId },
      writes: (state) => {
        const transactionId = state.status === "none" ? null : state.transactionId;
        return [insertEvidence({ proposalId, caseId, transactionId, evidence, at })];
      },
    });
  });
}

/** Somebody else says the same, while both are admins: what somebody said who left is taken away. */
export function approveVerdict(deps: CaseHandlerDeps): RequestHandler {
  return handleRequest(ApproveVerdict, async (request, given) => {
    const { caseId, commandId, proposalId, by, reason } = request;
    if (!(await isCase(deps.database, caseId))) return refuse("not-found");
    const { isSoleAdminAllowed } = deps.proposals;
    const at = deps.clock.now();
    const said = { proposalId, by, reasonSha256: hashOfWords(reason) };
    const command = { kind: "approve", ...said, isSoleAdminAllowed, at } as const;
    const writes = [updateDecisionReason(proposalId, reason)];
    const context = { ...given, causationId: commandId };
    const found = await stateOf(deps, caseId);
    if (await isAboutOwn(deps, found, by)) return refuse("own-account");
    if (found.status === "proposed" && found.proposal.proposalId === proposalId) {
      const standing = await refusedStanding(deps, found.proposal, { by, at });
      if (standing === "proposal-void") {
        const withdrawal = { kind: "withdraw", proposalId, by, at } as const;
        await decideCase(deps, ApproveVerdict.refusals, { caseId, command: withdrawal, context });
      }
      if (standing !== undefined) return refuse(standing);
      const refusal = await refusedReference(deps.database, found, found.proposal);
      if (refusal !== undefined) return refuse(refusal);
      const reference = referenceOf(found.proposal.proposed);
      if (reference !== undefined) writes.push(reserveReference(reference, caseId));
    }
    const approval = await unlessGivenByHand(() =>
      approveOfTransaction(deps, { caseId, command, context, writes }),
    );
    // Another word about the same money stands: it is withdrawn or agreed first.
    if (approval === undefined) return refuse("verdict-not-possible");
    if (approval === "reference-in-use") return refuse(approval);
    if (approval === "stale" && sendsOrSettles(await stateOf(deps, caseId))) {
      return refuse("verdict-not-possible");
    }
    const approved = { caseId, command, context, writes: () => writes };
    return decideCase(deps, ApproveVerdict.refusals, approved);
  });
}

/** Whoever of the staff sees that it is wrong takes a proposal away; that moves nothing. */
export function withdrawProposal(deps: CaseHandlerDeps): RequestHandler {
  return handleRequest(WithdrawProposal, async (request, context) => {
    const { caseId, commandId, proposalId, by } = request;
    if (!(await isCase(deps.database, caseId))) return refuse("not-found");
    return decideCase(deps, WithdrawProposal.refusals, {
      caseId,
      command: { kind: "withdraw", proposalId, by, at: deps.clock.now() },
      context: { ...context, causationId: commandId },
    });
  });
}

const movingKinds: ReadonlySet<Proposed["kind"]> = new Set([
  "paid-by-hand",
  "recovered",
  "written-off",
  "release",
  "refund",
  "came",
  "never-came",
  "other-amount",
]);

/**
 * A debt that is gone closes its case otherwise; nobody says then that it was paid by hand as well. What is held goes on or back by no
 * approval that moved nothing: its provider may say that it is out, or never came.
 */
function sendsOrSettles(state: Case): boolean {
  if (state.status !== "proposed") return false;
  return movingKinds.has(state.proposal.proposed.kind);
}

async function isAboutOwn(
  { database }: Pick<CaseHandlerDeps, "database">,
  state: Case,
  by: AccountId,
): Promise<boolean> {
  return state.status !== "none" && isOwnOrder(database, state.transactionId, by);
}

async function stateOf({ cases }: Pick<CaseHandlerDeps, "cases">, caseId: CaseId): Promise<Case> {
  return fold(staffCase, (await cases.load(caseId)).events);
}

interface CaseWork {
  readonly caseId: CaseId;
  readonly command: CaseCommand;
  readonly context: RequestContext;
  readonly writes?: (state: Case) => readonly Statement[];
}

async function decideCase<Code extends string>(
  deps: CaseHandlerDeps,
  refusals: readonly (Code | "not-found")[],
  { caseId, command, context, writes }: CaseWork,
): Promise<{ case: CaseView } | HandlerRefusal<Code | "not-found">> {
  const result = await runDecider({
    store: deps.cases,
    decider: staffCase,
    streamId: caseId,
    command,
    context,
    writes: (_events, state) => writes?.(state) ?? [],
  });
  if (result.kind === "refused" || result.kind === "constraint") {
    const code = result.kind === "refused" ? result.refusal.code : codeOf(result.constraint);
    if (code === "unknown-case") return refuse("not-found");
    const listed = refusals.find((one) => one === code);
    if (listed === undefined) throw new Error(`A case cannot be refused with ${code}`);
    return refuse(listed);
  }
  const found = await findCase(deps.database, caseId, shownAs(deps));
  return found === undefined ? refuse("not-found") : { case: found };
}

function codeOf(constraint: string): string {
  return constraint === verdictReferenceConstraint ? "reference-in-use" : constraint;
}

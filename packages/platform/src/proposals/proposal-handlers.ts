import {
  type ChangeRefusal,
  type ProposalOperation,
  type ProposalRefusal,
  type proposalRequestsOf,
  type RequestData,
} from "@sanu/contracts";
import type { AccountId, Clock } from "@sanu/kernel";
import { brokenConstraint, missingReference } from "../database/errors.ts";
import type { Database, Statement } from "../database/open-database.ts";
import { refuseCursor } from "../messaging/refuse-cursor.ts";
import type { RequestContext, RequestHandler } from "../messaging/request-handler.ts";
import { type HandlerRefusal, handleRequest, refuse } from "../messaging/serve.ts";
import { decideProposal } from "./decide-proposal.ts";
import type { Proposal, ProposalTerms, Standing } from "./proposal.ts";
import {
  contentHash,
  findProposal,
  newProposal,
  proposalView,
  proposeOnce,
  readProposals,
  settleProposal,
} from "./statements.ts";
import { proposalConstraint, reasonsOfAccount } from "./tables.ts";

type Refused = HandlerRefusal<ChangeRefusal>;

/** What a proposal speaks of, as it stood: an approval is of nothing else. */
export type AsOf = Readonly<Record<string, unknown>>;

/** A proposal that two people agree about. */
export interface ApprovedProposal<Content> {
  readonly proposalId: string;
  readonly content: Content;
  readonly asOf: AsOf;
  readonly proposedBy: AccountId;
  readonly approvedBy: AccountId;
  readonly reason: string;
  /** Belongs to the commit of the act: it is carried out once. */
  readonly settle: Statement;
  readonly context: RequestContext;
}

/**
 * `constraint`: of a commit that was refused, by name. `nothing-new`: it is so already. `outdated`: what it speaks of has
 * changed, and nothing happened.
 */
export type Execution =
  | { readonly kind: "executed" | "nothing-new" | "outdated" }
  | { readonly kind: "constraint"; readonly constraint: string }
  | Refused;

/** How one operation is carried out, which asks everything again that was asked when it was proposed. */
export interface ProposedOperation<Content> {
  readonly check: (
    content: Content,
    by: AccountId,
  ) => Promise<{ readonly accountId: AccountId | null; readonly asOf?: AsOf } | Refused>;
  readonly execute: (approved: ApprovedProposal<Content>) => Promise<Execution>;
}

interface Change {
  readonly operation: ProposalOperation;
}

export type OperationsOf<Changes extends Change> = {
  readonly [Name in Changes["operation"]]: ProposedOperation<
    Extract<Changes, { readonly operation: Name }>
  >;
};

export interface ProposalDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly proposals: ProposalTerms;
  /** What people may now; `undefined` while nobody can say. */
  readonly standingsOf: (
    accountIds: readonly AccountId[],
    operation: ProposalOperation,
  ) => Promise<ReadonlyMap<AccountId, Standing> | undefined>;
}

type Requests = ReturnType<typeof proposalRequestsOf>;
type Decision = RequestData<Requests["decideProposal"]>;

const nobody: Standing = { mayDecide: false, since: null };

/** The requests about proposals of a service, whose operations say what each does. */
export function proposalHandlers<Changes extends Change>(
  deps: ProposalDeps,
  requests: Requests,
  operations: OperationsOf<Changes>,
): readonly RequestHandler[] {
  const { database, clock, proposals } = deps;
  const operationOf = (name: ProposalOperation): ProposedOperation<Change> => {
    const found = (operations as Partial<Record<ProposalOperation, ProposedOperation<Change>>>)[
      name
    ];
    if (found === undefined) throw new Error(`Nobody here carries out ${name}`);
    return found;
  };
  const shown = async (proposalId: string) => {
    const found = await findProposal(database, proposalId);
    if (found === undefined) return refuse("not-found");
    return { proposal: proposalView(found, clock.now()) };
  };
  return [
    handleRequest(requests.proposeChange, async ({ commandId, by, reason, change }) => {
      const standings = await deps.standingsOf([by], change.operation);
      if (standings === undefined) return refuse("service-unavailable");
      if (standings.get(by)?.mayDecide !== true) return refuse("forbidden");
      const checked = await operationOf(change.operation).check(change, by);
      if ("refusal" in checked) return checked;
      const { proposalValidMs } = proposals;
      const made = { proposalId: commandId, change, ...checked, by, at: clock.now() };
      const proposal = newProposal({ ...made, proposalValidMs });
      const done = await unlessErased(() => proposeOnce(database, proposal, reason));
      if (done === undefined) return refuse("not-found");
      return "refusal" in done ? done : shown(done.proposalId);
    }),
    handleRequest(
      requests.listProposals,
      async (filter) => (await readProposals(database, filter, clock.now())) ?? refuseCursor(),
    ),
    handleRequest(requests.getProposal, ({ proposalId }) => shown(proposalId)),
    handleRequest(requests.decideProposal, async (decision, context) => {
      const refused = await decide(deps, operationOf, { decision, context });
      return refused ?? shown(decision.proposalId);
    }),
  ];
}

/** `undefined` where who it is about was erased meanwhile. */
async function unlessErased<Done>(propose: () => Promise<Done>): Promise<Done | undefined> {
  try {
    return await propose();
  } catch (error) {
    if (missingReference(error) === reasonsOfAccount) return undefined;
    throw error;
  }
}

interface Deciding {
  readonly decision: Decision;
  readonly context: RequestContext;
}

/** `undefined` where it stands, by this decision or by the same one before. */
async function decide(
  deps: ProposalDeps,
  operationOf: (name: ProposalOperation) => ProposedOperation<Change>,
  { decision, context }: Deciding,
): Promise<HandlerRefusal<ProposalRefusal> | undefined> {
  const { database, clock, proposals: terms } = deps;
  const { by, proposalId, contentSha256, reason } = decision;
  const found = await findProposal(database, proposalId);
  if (found === undefined) return refuse("not-found");
  const { proposedBy, operation } = found;
  const standings = await deps.standingsOf([by, proposedBy], operation);
  if (standings === undefined) return refuse("service-unavailable");
  const at = clock.now();
  // Of the content as it stands: whoever changed the row by hand changed the hash as well.
  const read = { ...found, contentSha256: contentHash(found) };
  const outcome = decideProposal(read, {
    decision: decision.decision,
    by,
    contentSha256,
    decider: standings.get(by) ?? nobody,
    proposer: standings.get(proposedBy) ?? nobody,
    terms,
    at,
  });
  if (outcome.kind === "nothing-new") return undefined;
  if (outcome.kind === "refused") return refuse(outcome.code);
  const settle = settleProposal({ proposalId, as: outcome.as, by, at, reason });
  const carryOut = async (): Promise<Execution> => {
    if (outcome.as === "executed") {
      const approved = { ...approvedOf(found, by), settle, context };
      return operationOf(operation).execute(approved);
    }
    await database.query(settle);
    return { kind: "executed" };
  };
  const execution = await settled(database, settle, carryOut);
  if (execution === "overtaken") return decide(deps, operationOf, { decision, context });
  if (execution === "outdated") {
    // By the same approval, where it came twice at once.
    const now = await findProposal(database, proposalId);
    if (now?.status === "proposed") return refuse("proposal-outdated");
    return decide(deps, operationOf, { decision, context });
  }
  if (execution !== undefined) return execution;
  return outcome.as === "void" ? refuse("proposal-void") : undefined;
}

function approvedOf(
  { proposalId, operation, content, proposedBy, reason }: Proposal,
  approvedBy: AccountId,
) {
  const { as_of: asOf = {}, ...proposed } = JSON.parse(content) as { readonly as_of?: AsOf };
  const change = { ...proposed, operation };
  return { proposalId, content: change, asOf, proposedBy, approvedBy, reason: reason ?? "" };
}

/** `overtaken`: somebody else decided meanwhile, and what stands then counts. */
async function settled(
  database: Database,
  settle: Statement,
  carryOut: () => Promise<Execution>,
): Promise<Refused | "overtaken" | "outdated" | undefined> {
  try {
    const execution = await carryOut();
    if ("refusal" in execution) return execution;
    if (execution.kind === "outdated") return "outdated";
    if (execution.kind === "nothing-new") await database.query(settle);
    if (execution.kind !== "constraint") return undefined;
    if (execution.constraint === proposalConstraint) return "overtaken";
    throw new Error(`What was approved broke ${execution.constraint}`);
  } catch (error) {
    if (brokenConstraint(error) === proposalConstraint) return "overtaken";
    throw error;
  }
}

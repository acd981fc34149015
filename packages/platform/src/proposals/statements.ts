import { createHash } from "node:crypto";
import {
  type ProposalOperation,
  type ProposalStatus,
  type ProposalView,
  proposalCursor,
} from "@sanu/contracts";
import { type AccountId, type Instant, isInstant, isUuid, plusMs } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database, Statement } from "../database/open-database.ts";
import { fittingRows } from "../messaging/fitting-rows.ts";
import { messagingLimits } from "../messaging/limits.ts";
import { type HandlerRefusal, refuse } from "../messaging/serve.ts";
import type { Settlement } from "./decide-proposal.ts";
import type { Proposal } from "./proposal.ts";

/** What an approval is of: the operation, whom it is about, and what it does. */
export function contentHash(of: Pick<Proposal, "operation" | "accountId" | "content">): string {
  const text = JSON.stringify([of.operation, of.accountId, of.content]);
  return createHash("sha256").update(text).digest("hex");
}

/** Of one person, undecided and in time; a reviewer of documents proposes some hundreds a day. Far more than anybody reads. */
export const proposalLimits = {
  openMax: 1_000,
  /** A page ends early where a message carries no more, with what stands around the rows, and not before: gateways of 0.2.0 know of no such end. */
  pageBytesMax: messagingLimits.payloadBytesMax - 16_384,
} as const;

type NewProposal = Pick<
  Proposal,
  "proposalId" | "operation" | "accountId" | "content" | "proposedBy" | "proposedAt" | "expiresAt"
>;

/** What is proposed, in the words in which an approver reads it. */
export function newProposal(of: {
  readonly proposalId: string;
  readonly change: { readonly operation: ProposalOperation };
  readonly accountId: AccountId | null;
  readonly by: AccountId;
  readonly at: Instant;
  readonly proposalValidMs: number;
  /** What it speaks of, as it stands. */
  readonly asOf?: Readonly<Record<string, unknown>>;
}): NewProposal {
  const { proposalId, change, accountId, by: proposedBy, at: proposedAt, proposalValidMs } = of;
  const { operation, ...words } = change;
  const content = JSON.stringify({ ...words, ...(of.asOf && { as_of: of.asOf }) });
  const expiresAt = plusMs(proposedAt, proposalValidMs);
  return { proposalId, operation, accountId, content, proposedBy, proposedAt, expiresAt };
}

const sameText = `select proposal_id as "proposalId" from proposals
where status = 'proposed' and proposed_by = $1 and content_sha256 = $2 and expires_at > $3
order by proposed_at limit 1`;
const lockText = "select pg_advisory_xact_lock(hashtextextended('propose:' || $1::text, 0))";

const fullText = `select count(*) >= ${proposalLimits.openMax} as "isFull" from (select from proposals
  where status = 'proposed' and proposed_by = $1 and expires_at > $2 limit ${proposalLimits.openMax}) as waiting`;

/** What a person proposed, or that too much of hers waits for another one. */
export type Proposing =
  | { readonly kind: "proposed"; readonly proposalId: string }
  | HandlerRefusal<"too-many-proposals">;

/** Once, however often it comes: what the same person has proposed and nobody has decided is not proposed anew. */
export function proposeOnce(
  database: Pick<Database, "transaction">,
  proposal: NewProposal,
  reason: string,
): Promise<Proposing> {
  const { proposalId, proposedBy, proposedAt } = proposal;
  return database.transaction(async (session) => {
    const refused = await refusedAnother(session, { by: proposedBy, at: proposedAt });
    const values = [proposedBy, contentHash(proposal), proposedAt];
    const [same] = await session.query<{ proposalId: string }>(CompiledQuery.raw(sameText, values));
    if (same !== undefined) return { kind: "proposed", ...same };
    if (refused !== undefined) return refused;
    await session.query(insertProposal(proposal, reason));
    return { kind: "proposed", proposalId };
  });
}

/** Whether one more would be too many. Until its transaction ends, nothing else of hers is proposed. */
export async function refusedAnother(
  session: Pick<Database, "query">,
  { by, at }: { readonly by: AccountId; readonly at: Instant },
): Promise<HandlerRefusal<"too-many-proposals"> | undefined> {
  await session.query(CompiledQuery.raw(lockText, [by]));
  const [row] = await session.query<{ isFull: boolean }>(CompiledQuery.raw(fullText, [by, at]));
  if (row?.isFull !== true) return undefined;
  return refuse("too-many-proposals", { openMax: `${proposalLimits.openMax}` });
}

/** The same proposal again is no news. */
export function insertProposal(proposal: NewProposal, reason: string): Statement {
  const { proposalId, operation, accountId, content, proposedBy } = proposal;
  const { proposedAt, expiresAt } = proposal;
  return CompiledQuery.raw(
    `with inserted as (
      insert into proposals (proposal_id, operation, account_id, content, content_sha256, status,
        proposed_by, proposed_at, expires_at)
      values ($1, $2, $3, $4, $5, 'proposed', $6, $7, $8) on conflict (proposal_id) do nothing
      returning proposal_id, account_id)
    insert into proposal_reasons (proposal_id, account_id, reason)
      select proposal_id, account_id, $9 from inserted`,
    [
      proposalId,
      operation,
      accountId,
      content,
      contentHash(proposal),
      proposedBy,
      proposedAt,
      expiresAt,
      reason,
    ],
  );
}

/** Belongs to the commit of what is decided: it breaks `proposalConstraint` where another decision was faster. */
export function settleProposal(of: {
  readonly proposalId: string;
  readonly as: Settlement;
  readonly by: AccountId;
  readonly at: Instant;
  readonly reason: string;
}): Statement {
  const values = [of.proposalId, of.as, of.by, of.at, of.reason];
  return CompiledQuery.raw("select settle_proposal($1, $2, $3, $4, $5)", values);
}

const columns = `proposal_id as "proposalId", operation, proposals.account_id as "accountId", content,
  content_sha256 as "contentSha256", status, proposed_by as "proposedBy", proposed_at as "proposedAt",
  expires_at as "expiresAt", decided_by as "decidedBy", decided_at as "decidedAt",
  reason, decision_reason as "decisionReason"`;
const proposalsText = `select ${columns} from proposals left join proposal_reasons using (proposal_id)`;

/** A proposal, whatever became of it; `undefined` where nobody made it. */
export async function findProposal(
  database: Pick<Database, "query">,
  proposalId: string,
): Promise<Proposal | undefined> {
  const text = `${proposalsText} where proposal_id = $1`;
  const [row] = await database.query<Proposal>(CompiledQuery.raw(text, [proposalId]));
  return row;
}

export interface ProposalFilter {
  readonly limit: number;
  readonly cursor: string | null;
  readonly operation: ProposalOperation | null;
  readonly status: ProposalStatus;
  readonly proposedBy: AccountId | null;
}

const pageText = `${proposalsText}
where status = case when $1 = 'expired' then 'proposed' else $1 end
  and ($1 not in ('proposed', 'expired') or (expires_at <= $2) = ($1 = 'expired'))
  and ($3::text is null or operation = $3) and ($4::uuid is null or proposed_by = $4)
  and ($5::timestamptz is null or (proposed_at, proposal_id) > ($5, $6::uuid))
order by proposed_at, proposal_id limit $7`;

/** A page, the oldest first; `undefined` where the cursor is none of ours. Every service reads cursors alike. */
export async function readProposals(
  database: Pick<Database, "query">,
  filter: ProposalFilter,
  now: Instant,
): Promise<{ readonly rows: ProposalView[]; readonly nextCursor: string | null } | undefined> {
  const { limit, cursor, operation, status, proposedBy } = filter;
  const place = cursor === null ? [null, null] : placeIn(cursor);
  if (place === undefined) return undefined;
  const values = [status, now, operation, proposedBy, ...place, limit + 1];
  const found = await database.query<Proposal>(CompiledQuery.raw(pageText, values));
  const views = found.slice(0, limit).map((row) => proposalView(row, now));
  const rows = fittingRows(views, proposalLimits.pageBytesMax);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : proposalCursor(last) };
}

function placeIn(cursor: string): readonly [string, string] | undefined {
  const [at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split("/");
  return isInstant(at) && isUuid(id) ? [at, id] : undefined;
}

/** As the staff sees it: what nobody decided in time is expired, without a write that says so. */
export function proposalView(proposal: Proposal, now: Instant): ProposalView {
  const { status, expiresAt, content } = proposal;
  return {
    id: proposal.proposalId,
    operation: proposal.operation,
    status: status === "proposed" && expiresAt <= now ? "expired" : status,
    account_id: proposal.accountId,
    content: JSON.parse(content) as Record<string, unknown>,
    content_sha256: proposal.contentSha256,
    reason: proposal.reason ?? "",
    proposed_by: proposal.proposedBy,
    proposed_at: proposal.proposedAt,
    expires_at: expiresAt,
    decided_by: proposal.decidedBy,
    decided_at: proposal.decidedAt,
    decision_reason: proposal.decisionReason,
  };
}

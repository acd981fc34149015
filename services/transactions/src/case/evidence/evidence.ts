import { createHash } from "node:crypto";
import { auditTrailLimits } from "@sanu/contracts";
import type { CaseId, Instant, TransactionId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What events say of words: enough to prove them unchanged, and nothing of what they say. */
export function hashOfWords(words: string): string {
  return createHash("sha256").update(words).digest("hex");
}

const isBeingErased = `exists (
  select from transaction_list join closed_accounts using (account_id) where transaction_id =`;

/**
 * Keeps what somebody saw, beside the log; of an order whose account was closed to be erased, only that she saw
 * something, because nobody would erase her words again.
 */
export function insertEvidence(of: {
  readonly proposalId: string;
  readonly caseId: CaseId;
  readonly transactionId: TransactionId | null;
  readonly evidence: string;
  readonly at: Instant;
}): Statement {
  return CompiledQuery.raw(
    `insert into case_evidence (proposal_id, case_id, transaction_id, evidence, proposed_at)
     values ($1, $2, $3, case when ${isBeingErased} $3) then '' else $4 end, $5)`,
    [of.proposalId, of.caseId, of.transactionId, of.evidence, of.at],
  );
}

/** Why somebody approved it; nothing where the words of the proposal are erased. */
export function updateDecisionReason(proposalId: string, reason: string): Statement {
  return CompiledQuery.raw(
    `update case_evidence set decision_reason =
       case when ${isBeingErased} case_evidence.transaction_id) then '' else $2 end
     where proposal_id = $1`,
    [proposalId, reason],
  );
}

/** Of the newest proposals of a case, the oldest first; none of those that were erased. */
export function readEvidence(
  database: Pick<Database, "query">,
  caseId: CaseId,
): Promise<{ proposal_id: string; text: string; decision_reason: string | null }[]> {
  return database.query(
    CompiledQuery.raw(
      `select proposal_id, text, decision_reason from (
         select proposal_id, evidence as text, decision_reason, proposed_at from case_evidence
         where case_id = $1 and evidence <> '' order by proposed_at desc, proposal_id desc limit $2
       ) as newest order by proposed_at, proposal_id`,
      [caseId, auditTrailLimits.evidenceMax],
    ),
  );
}

import type { CaseId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** The constraint that a verdict breaks whose name of money is another one's, also of two that are approved at once. */
export const verdictReferenceConstraint = "verdict_references_pkey";

/** Takes the name for the verdicts of one case, in the commit of the approval. */
export function reserveReference(providerReference: string, caseId: CaseId): Statement {
  return CompiledQuery.raw(
    `insert into verdict_references (provider_reference, case_id) select $1, $2::uuid
     where not exists (select from verdict_references where provider_reference = $1 and case_id = $2::uuid)`,
    [providerReference, caseId],
  );
}

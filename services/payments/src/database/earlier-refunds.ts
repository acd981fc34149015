import type { Attempt, Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

export interface EarlierRefund {
  readonly key: string;
  readonly providerReference: string | null;
}

const earlierText = `
select attempt_id::text as key, provider_reference as "providerReference" from attempts
where kind = 'refund' and state = 'rejected' and called_at is not null
  and ((subject_id = $1 and attempt_number < $2) or subject_id = any($3))
order by created_at`;

/** By what the same receipt was to go back before this attempt, and did not. */
export async function findEarlierRefunds(
  database: Pick<Database, "query">,
  { subjectId, attemptNumber }: Pick<Attempt, "subjectId" | "attemptNumber">,
  { earlierRefundIds = [] }: { readonly earlierRefundIds?: readonly string[] | undefined },
): Promise<readonly EarlierRefund[]> {
  if (attemptNumber === 1 && earlierRefundIds.length === 0) return [];
  const values = [subjectId, attemptNumber, earlierRefundIds];
  return database.query<EarlierRefund>(CompiledQuery.raw(earlierText, values));
}

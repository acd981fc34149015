import type { Attempt, Database } from "@sanu/platform";
import type { DisburseRail } from "@sanu/rails";
import { CompiledQuery } from "kysely";

export interface EarlierDisbursement {
  readonly key: string;
  readonly providerReference: string | null;
}

/** What its own provider was asked for before, for the same payout, and refused. */
export type EarlierDisbursements = (attempt: Attempt) => Promise<readonly EarlierDisbursement[]>;

const earlierText = `
select earlier.attempt_id::text as key, earlier.provider_reference as "providerReference"
from attempts as earlier join attempts as own on own.attempt_id = $1
where earlier.subject_id = own.subject_id and earlier.kind = own.kind and earlier.attempt_number < own.attempt_number
  and to_jsonb(earlier) -> 'provider' is not distinct from to_jsonb(own) -> 'provider'
  and earlier.state = 'rejected' and earlier.called_at is not null
order by earlier.attempt_number`;

export function createEarlierDisbursements(
  database: Pick<Database, "query">,
): EarlierDisbursements {
  return async ({ attemptId, attemptNumber }) => {
    if (attemptNumber === 1) return [];
    return database.query<EarlierDisbursement>(CompiledQuery.raw(earlierText, [attemptId]));
  };
}

/** What had failed may have come alive meanwhile, by its provider's own word: then a further one is too much. */
export async function isOneUnderWay(
  { status }: Pick<DisburseRail, "status">,
  earlier: readonly EarlierDisbursement[],
): Promise<boolean> {
  const said = await Promise.all(
    earlier.map(({ key, providerReference }) => status(key, providerReference)),
  );
  return said.some(({ kind }) => kind === "pending" || kind === "settled");
}

import { CompiledQuery } from "kysely";
import type { FaultSystem } from "../system.ts";

/** The kinds by which a question of a review is a case. */
const kinds =
  "'outcome-unknown', 'refund-failed', 'refund-address-needed', 'contradicting-facts', 'payment-denied', 'payment-amount-differs'";

const checks: readonly { readonly text: string; readonly what: string }[] = [
  {
    text: `select transaction_id::text as id from transaction_monitoring as monitored
      where review_reason is not null and not exists (
        select from cases where cases.transaction_id = monitored.transaction_id and status <> 'closed'
          and kind in (${kinds}, 'refund-reversed'))`,
    what: "is in review and has no open case",
  },
  {
    text: `select case_id::text as id from cases join transaction_monitoring using (transaction_id)
      where cases.status <> 'closed' and review_reason is null and kind in (${kinds})`,
    what: "is a case of a review that is over",
  },
  {
    text: `select stream_id::text as id from events where event_type = 'CaseVerdictApproved'
      and data->>'approvedBy' in (select by_other.data->>'proposedBy' from events as by_other
        where by_other.stream_id = events.stream_id and by_other.event_type = 'CaseVerdictProposed'
        and by_other.data->>'proposalId' = events.data->>'proposalId')`,
    what: "has a verdict of one person alone",
  },
];

/** Reviews without a case, cases that nobody closed though they are answered, and verdicts of one. */
export async function findCaseDifferences({
  databases,
}: Pick<FaultSystem, "databases">): Promise<readonly string[]> {
  const found = await Promise.all(
    checks.map(async ({ text, what }) => {
      const rows = await databases.transactions.query<{ id: string }>(CompiledQuery.raw(text));
      return rows.map(({ id }) => `${id} ${what}`);
    }),
  );
  return found.flat();
}

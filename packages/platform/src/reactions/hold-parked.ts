import { CompiledQuery } from "kysely";
import type { Handling } from "./handle-fact.ts";
import { incomingFact, readFact } from "./incoming-fact.ts";
import { acknowledgedReason, storedCause } from "./parked-facts.ts";

const pageRows = 200;

const dueText = `
select fact_id as "factId", headers, data from parked_facts
where group_name = $1 and due_at is not null and ($2::text is null or fact_id > $2)
order by fact_id limit ${pageRows}`;

const holdText = `
update parked_facts set cause = $3, reason = $4, due_at = null
where group_name = $1 and fact_id = any($2) and due_at is not null`;

interface DueRow {
  readonly factId: string;
  readonly headers: Record<string, string>;
  readonly data: Buffer;
}

/**
 * A parked fact that was waiting to be tried again may have been, by the database whose last commits are lost: only those could say so. What
 * sends money waits for a person, like what was handled without being parked. Returns how many.
 */
export async function holdParkedMoney({
  database,
  group,
  reactions,
}: Pick<Handling, "database" | "group" | "reactions">): Promise<number> {
  let held = 0;
  let after: string | null = null;
  for (;;) {
    const rows: readonly DueRow[] = await database.query<DueRow>(
      CompiledQuery.raw(dueText, [group, after]),
    );
    const sending = rows.filter(({ factId, headers, data }) => {
      const reading = readFact(reactions, incomingFact(headers, data, factId));
      return reading.kind === "read" && reading.fact.sendsMoney;
    });
    const ids = sending.map(({ factId }) => factId);
    if (ids.length > 0) {
      const values = [group, ids, storedCause("acknowledged"), acknowledgedReason];
      await database.query(CompiledQuery.raw(holdText, values));
    }
    held += ids.length;
    after = rows.at(-1)?.factId ?? null;
    if (rows.length < pageRows) return held;
  }
}

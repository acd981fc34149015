import { newId, type TransactionId } from "@sanu/kernel";
import { type Append, type Database, type EventStore, type Logger } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { TransactionEvent } from "../../transaction/events.ts";
import type { CaseEvent } from "../events.ts";
import { caseCommands, decideAll } from "./cases-of-reviews.ts";

const missingCaseLimits = { batchMax: 50 } as const;

export interface MissingCaseDeps {
  readonly database: Pick<Database, "query">;
  readonly store: Pick<EventStore<TransactionEvent>, "load">;
  readonly cases: Pick<EventStore<CaseEvent>, "load" | "append">;
  readonly logger: Pick<Logger, "warn">;
}

/** Also those that have a case already: it may be of another kind, or of another of their questions. */
const inReviewText = `
select transaction_id as "transactionId" from transaction_monitoring
where review_reason is not null and transaction_id > $1
order by transaction_id limit ${missingCaseLimits.batchMax}`;

const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * A release that kept no cases left reviews without: whatever was asked in one and is not answered gets its case.
 * Returns how many were opened.
 */
export async function openMissingCases(deps: MissingCaseDeps): Promise<number> {
  const { database, logger } = deps;
  let openedAll = 0;
  for (let after: string | undefined = beforeAll; after !== undefined; ) {
    const found: readonly { readonly transactionId: TransactionId }[] = await database.query(
      CompiledQuery.raw(inReviewText, [after]),
    );
    for (const { transactionId } of found) {
      const opened = await openCases(deps, transactionId);
      if (opened > 0) logger.warn({ transactionId, opened }, "a review had no case");
      openedAll += opened;
    }
    after = found.length < missingCaseLimits.batchMax ? undefined : found.at(-1)?.transactionId;
  }
  return openedAll;
}

async function openCases(
  { store, cases }: MissingCaseDeps,
  transactionId: TransactionId,
): Promise<number> {
  const { events } = await store.load(transactionId);
  const commands = caseCommands([], events);
  const closed = new Set(
    commands.filter(({ command }) => command.kind === "close").map(({ caseId }) => caseId),
  );
  let opened = 0;
  for (const { caseId, command } of commands) {
    if (closed.has(caseId)) continue;
    const loaded = await cases.load(caseId);
    const [first, ...others] = decideAll(loaded.events, [command]);
    if (first === undefined) continue;
    const made: Append<CaseEvent>["events"] = [first, ...others];
    const correlationId = newId<string>();
    const context = { correlationId, causationId: transactionId };
    const result = await cases.append({ streamId: caseId, loaded, events: made, context });
    // Another replica was faster.
    if (result.kind === "appended") opened += 1;
  }
  return opened;
}

import { eventsOf, InstantText, type StatementFacts } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { z } from "zod";
import type { Database } from "../database/open-database.ts";
import { appendAlone } from "../event-store/append-alone.ts";
import type { EventStore } from "../event-store/event-store.ts";
import { type PublicFact, publicFact } from "../event-store/events.ts";

const event = eventsOf({});

/** Nothing is decided about what a provider says of an account, so each saying is a stream of its own. */
export const BalanceEvent = event("AccountBalanceStated", {
  provider: z.string(),
  account: z.string(),
  currency: z.enum(["XOF", "SATS"]),
  balance: z.string(),
  statedAt: InstantText,
});
export type BalanceEvent = z.infer<typeof BalanceEvent>;

interface BalanceDeps {
  readonly database: Pick<Database, "query">;
  readonly balances: EventStore<BalanceEvent>;
}

export function publishBalance(facts: StatementFacts) {
  return ({ type: _type, v: _v, ...data }: BalanceEvent): PublicFact =>
    publicFact(facts.AccountBalanceStated, data);
}

export interface StatedBalance {
  readonly currency: "XOF" | "SATS";
  readonly balance: bigint;
  readonly statedAt: Instant;
}

const hasLinesText = "select 1 from statement_lines where account = $1 limit 1";

/** An account on which nothing ever moved has nothing to say. */
export async function recordBalance(
  { database, balances: store }: BalanceDeps,
  of: { readonly provider: string; readonly account: string },
  { balance, ...stated }: StatedBalance,
): Promise<void> {
  const lines = await database.query(CompiledQuery.raw(hasLinesText, [of.account]));
  if (lines.length === 0) return;
  const event = { type: "AccountBalanceStated", v: 1, ...of, ...stated } as const;
  await appendAlone(store, { ...event, balance: balance.toString() });
}

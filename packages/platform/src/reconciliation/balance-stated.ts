import { eventsOf, InstantText, type StatementFacts } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { z } from "zod";
import type { EventStore } from "../event-store/event-store.ts";
import { type PublicFact, publicFact } from "../event-store/events.ts";
import { emptyStream } from "../event-store/load-events.ts";
import type { StatedBalance } from "./run-reconciliation.ts";

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

export function publishBalance(facts: StatementFacts) {
  return ({ type: _type, v: _v, ...data }: BalanceEvent): PublicFact =>
    publicFact(facts.AccountBalanceStated, data);
}

export async function recordBalance(
  store: EventStore<BalanceEvent>,
  of: { readonly provider: string; readonly account: string },
  { balance, ...stated }: StatedBalance,
): Promise<void> {
  const streamId = newId<string>();
  await store.append({
    streamId,
    loaded: emptyStream,
    events: [{ type: "AccountBalanceStated", v: 1, ...of, ...stated, balance: balance.toString() }],
    context: { correlationId: streamId, causationId: streamId },
  });
}

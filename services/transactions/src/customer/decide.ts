import { accepted, type Decision, nothingNew } from "@sanu/kernel";
import type { CustomerCommand } from "./commands.ts";
import type { CustomerEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { type Customer, openCustomer } from "./state.ts";

export function decide(
  { status, erasureId: lastErasureId }: Customer,
  { accountId, erasureId, open, hasPaidTransactions, at }: CustomerCommand,
): Decision<CustomerEvent, never> {
  if (lastErasureId === erasureId) return nothingNew();
  const head = { v: 1, accountId, erasureId, at } as const;
  if (status === "closed" || open.length === 0) {
    return accepted({ type: "CustomerClosed", ...head, hasPaidTransactions });
  }
  return accepted({ type: "CustomerClosingRefused", ...head, open });
}

/** The aggregate: where it starts, how facts change it and what it answers. */
export const customer = { initial: openCustomer, decide, evolve };

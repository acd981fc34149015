import { accepted, type Decision, msBetween, nothingNew } from "@sanu/kernel";
import type { ChangeWallet, CloseCustomer, CustomerCommand } from "./commands.ts";
import type { CustomerEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { type Customer, openCustomer, walletLimits } from "./state.ts";

type CustomerDecision = Decision<CustomerEvent, never>;

export function decide(state: Customer, command: CustomerCommand): CustomerDecision {
  return command.kind === "close" ? close(state, command) : changeWallet(state, command);
}

function close(
  { status, erasureId: lastErasureId }: Customer,
  { accountId, erasureId, open, hasPaidTransactions, at }: CloseCustomer,
): CustomerDecision {
  if (lastErasureId === erasureId) return nothingNew();
  const head = { v: 1, accountId, erasureId, at } as const;
  if (status === "closed" || open.length === 0) {
    return accepted({ type: "CustomerClosed", ...head, hasPaidTransactions });
  }
  return accepted({ type: "CustomerClosingRefused", ...head, open });
}

/** It is saved however often; its owner is told, and the log grows, a few times a day. */
function changeWallet(
  { walletChanges }: Customer,
  { accountId, list, at }: ChangeWallet,
): CustomerDecision {
  const today = walletChanges.filter(
    (before) => msBetween(before, at) < walletLimits.publishedWithinMs,
  );
  if (today.length >= walletLimits.publishedMax) return nothingNew();
  return accepted({ type: "CustomerWalletChanged", v: 1, accountId, list, at });
}

/** The aggregate: where it starts, how facts change it and what it answers. */
export const customer = { initial: openCustomer, decide, evolve };

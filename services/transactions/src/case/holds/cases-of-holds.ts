import { fold } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "../../transaction/events.ts";
import { evolve } from "../../transaction/evolve.ts";
import { orderedIn } from "../../transaction/money.ts";
import { noTransaction, type Order } from "../../transaction/state.ts";
import type { CommandOfCase } from "../commands.ts";
import { caseIdOf } from "../keys/case-id.ts";

export function isHold({ type }: TransactionEvent): boolean {
  return type === "TransactionPayoutHeld";
}

/** The case of held money opens with the hold, and is answered where the provider took the money back. Pure. */
export function casesOfHolds(
  history: readonly TransactionEvent[],
  events: readonly TransactionEvent[],
): readonly CommandOfCase[] {
  const state = fold({ initial: noTransaction, evolve }, [...history, ...events]);
  if (state.status === "none") return [];
  const last = [...history, ...events].findLast((event) => event.type === "TransactionPayoutHeld");
  return events.flatMap((event) => {
    // What is held because its receipt is denied goes on, or ends, with the case of that.
    if (event.type === "TransactionPayoutHeld") {
      return event.cause === "payment-denied" ? [] : [opening(state.order, event)];
    }
    if (event.type !== "TransactionFailed" || last === undefined) return [];
    const { failedAt: at } = event;
    const command = { kind: "close", closing: "answered", by: null, at } as const;
    return [{ caseId: idOfHold(last), command }];
  });
}

/** The same order can be held again behind a release: then it is another payout. */
function idOfHold({ transactionId, receiptId, payoutId }: EventOf<"TransactionPayoutHeld">) {
  return caseIdOf("account-held", "transaction", transactionId, payoutId ?? receiptId);
}

function opening(order: Order, event: EventOf<"TransactionPayoutHeld">): CommandOfCase {
  const { transactionId, heldAt: at } = event;
  const caseId = idOfHold(event);
  const subject = { kind: "transaction", id: transactionId } as const;
  const found = { caseId, kind: "account-held", subject, transactionId } as const;
  return {
    caseId,
    command: { kind: "open", found: { ...found, money: orderedIn(order), since: at }, at },
  };
}

import type { AccountId } from "@sanu/kernel";
import { foldTotals, type Guard } from "@sanu/platform";
import type { EventOf, TransactionEvent } from "../transaction/events.ts";

/** What a person may still spend in a month: a guard, changed with the events and never rebuilt. */
interface AllowancesRow {
  readonly account_id: AccountId;
  readonly month: string;
  readonly reserved_xof: bigint;
  readonly used_xof: bigint;
}

interface OpenTransactionsRow {
  readonly account_id: AccountId;
  readonly open_count: bigint;
}

const opening = { open: 1n, used: 0n } as const;

/** What an event means for the guards of limits: an order that opens, and one that ends, with or without use. */
function stepOf(
  event: TransactionEvent | undefined,
): { readonly open: bigint; readonly used: bigint } | undefined {
  switch (event?.type) {
    case "TransactionCreated":
      return opening;
    case "TransactionCompleted":
      return { open: -1n, used: 1n };
    case "TransactionFailed":
      return { open: -1n, used: 0n };
    default:
      return undefined;
  }
}

/** The order that a stream begins with. */
function orderOf([first]: readonly TransactionEvent[]): EventOf<"TransactionCreated"> | undefined {
  return first?.type === "TransactionCreated" ? first : undefined;
}

const allowances = foldTotals<TransactionEvent, AllowancesRow>({
  name: "allowances",
  table: "allowances",
  keyColumns: ["account_id", "month"],
  countColumns: ["reserved_xof", "used_xof"],
  changeOf(events, place) {
    const [order, step] = [orderOf(events), stepOf(events[place])];
    return (
      order &&
      step && {
        account_id: order.accountId,
        month: order.limitMonth,
        reserved_xof: step.open * order.amountXof,
        used_xof: step.used * order.amountXof,
      }
    );
  },
});

const openTransactions = foldTotals<TransactionEvent, OpenTransactionsRow>({
  name: "open transactions",
  table: "open_transactions",
  keyColumns: ["account_id"],
  countColumns: ["open_count"],
  changeOf(events, place) {
    const [order, step] = [orderOf(events), stepOf(events[place])];
    return order && step && { account_id: order.accountId, open_count: step.open };
  },
});

/** The guards of limits as a fold of the log: verified and repaired by it, never put in place from it. */
export const allowanceGuards: readonly Guard<TransactionEvent>[] = [allowances, openTransactions];

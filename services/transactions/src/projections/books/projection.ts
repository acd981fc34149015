import { amountOf } from "@sanu/contracts";
import { defineEntries } from "@sanu/platform";
import type { EventOf, TransactionEvent } from "../../transaction/events.ts";
import { momentOf } from "../../transaction/moment-of.ts";
import { expectedOf, missingOf } from "../../transaction/money.ts";
import type { Transaction } from "../../transaction/state.ts";
import { statesAround } from "../../transaction/states.ts";
import { bookAccounts } from "./accounts.ts";
import { changeOf, linesOf } from "./position.ts";
import { type BookRow, bookColumns, bookCurrencies, everydayColumns } from "./table.ts";

const keyColumns = ["transaction_id", "version", "currency"] as const;

/** The double-entry ledger: what each event moved, written with it and never changed. */
export const booksProjection = defineEntries<TransactionEvent, BookRow>({
  name: "books",
  table: "book_entries",
  keyColumns,
  columns: everydayColumns,
  entriesOf: (events, place) => entriesOf(events, place).filter((row) => !isAboutReceivable(row)),
});

/** The entries by which somebody owes us or something is lost, whole. */
export const receivablesProjection = defineEntries<TransactionEvent, BookRow>({
  name: "receivables",
  table: "receivable_entries",
  keyColumns,
  columns: bookColumns,
  entriesOf(events, place) {
    // Nobody owes us anything before one of these, so most histories are not folded for it.
    const isPossible = events.some((event, index) => index <= place && isOutOfOrder(event));
    return isPossible ? entriesOf(events, place).filter(isAboutReceivable) : [];
  },
});

/** What an event cost us: the fee that it tells of, less what was kept back of a refund to pay for it, or what a provider kept. */
function costOf(before: Transaction, event: TransactionEvent) {
  if (event.type === "TransactionRefundReversed") return keptByProvider(before, event);
  if (!("fee" in event) || event.fee === null) return null;
  const { currency } = event.fee;
  return { currency, amount: amountOf(event.fee) - keptFor(before, event) };
}

/** What had arrived of a refund and did not come back with it; all of it is owed again. */
function keptByProvider(
  before: Transaction,
  { receiptId, money }: EventOf<"TransactionRefundReversed">,
) {
  const refunds = before.status === "none" ? [] : before.refunds;
  const refund = refunds.find((one) => one.receiptId === receiptId);
  if (refund === undefined) return null;
  const { currency } = money;
  const amount = missingOf(refund.arrived ?? expectedOf(refund), money);
  return amount === 0n || currency !== refund.money.currency ? null : { currency, amount };
}

function keptFor(before: Transaction, event: TransactionEvent): bigint {
  if (before.status === "none" || event.type !== "TransactionRefundSettled") return 0n;
  const { receiptId, refundId } = event;
  const refund = before.refunds.find((one) => one.receiptId === receiptId);
  // What the staff returned by hand was returned whole.
  if (refund === undefined || refundId === null) return 0n;
  return missingOf(refund.money, expectedOf(refund));
}

function isAboutReceivable({ receivable, losses }: BookRow): boolean {
  return receivable !== 0n || losses !== 0n;
}

function isOutOfOrder(event: TransactionEvent): boolean {
  return event.type === "TransactionPaymentReversed" || "arrived" in event;
}

/**
 * The entries of the event at that place of its stream: what it changed in its transaction's position, and a fee that it tells of.
 * Throws when they do not add up to zero, before anything is written; the table refuses them too.
 */
export function entriesOf(events: readonly TransactionEvent[], place: number): readonly BookRow[] {
  const event = events[place];
  if (event === undefined) return [];
  const { before, after } = statesAround(events, place);
  const change = changeOf(linesOf(before), linesOf(after), costOf(before, event));
  if (change === undefined) return [];
  return bookCurrencies.flatMap((currency) => {
    const moved = change[currency];
    if (bookAccounts.every((account) => moved[account] === 0n)) return [];
    const sum = bookAccounts.reduce((total, account) => total + moved[account], 0n);
    if (sum !== 0n) throw new Error(`The ${currency} entry of ${event.type} leaves ${sum}`);
    const { transactionId } = event;
    const version = place + 1;
    return [
      { transaction_id: transactionId, version, currency, booked_at: momentOf(event), ...moved },
    ];
  });
}

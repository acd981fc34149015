import { expect, it } from "vitest";
import type { TransactionEvent } from "../../transaction/events.ts";
import { example, satoshis } from "../../transaction/example-commands.fixture.ts";
import { payoutFailed, refundSettled } from "../../transaction/example-events.fixture.ts";
import { createdSale, paidSale, refundedSats } from "../../transaction/sale.fixture.ts";
import { bookAccounts } from "./accounts.ts";
import { entriesOf } from "./projection.ts";
import type { BookRow } from "./table.ts";

/** The entries of the last of some events, without the accounts that it left alone. */
function moved(events: readonly TransactionEvent[]) {
  const last = events.at(-1);
  if (last === undefined) throw new Error("Name an event");
  return entriesOf(events.slice(0, -1), last).map((row: BookRow) => [
    row.currency,
    Object.fromEntries(
      bookAccounts.flatMap((account) => (row[account] === 0n ? [] : [[account, row[account]]])),
    ),
  ]);
}

const sold = [createdSale, paidSale, payoutFailed, refundedSats];
const back = (fee = satoshis(3n)) => refundSettled(refundedSats.receiptId, example.refundId, fee);

it("takes what the refund of a sale cost from the node, and the seller's satoshis with it", () => {
  expect(moved([...sold, back()])).toEqual([
    ["SATS", { node_float: -17_010n, user_payable: 17_007n, fees: 3n }],
  ]);
});

it("books no fee where the money was refunded by hand", () => {
  expect(moved([...sold, refundSettled(refundedSats.receiptId, null)])).toEqual([
    ["SATS", { node_float: -17_007n, user_payable: 17_007n }],
  ]);
});

import { instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { afterAll, expect, it } from "vitest";
import { complete, place, reached, said } from "../../orders.fixture.ts";
import { startTransactions } from "../../transactions.fixture.ts";
import { bookAccounts } from "./accounts.ts";
import { readBooks } from "./query.ts";

const running = await startTransactions();

afterAll(() => running.stop());

const booksAt = async (time?: string) => {
  const at = time === undefined ? null : instant(time);
  const books = await readBooks(running.database, at);
  return Object.fromEntries(books.map((one) => [one.currency, one.balances]));
};

const nothing = Object.fromEntries(bookAccounts.map((account) => [account, 0n]));

it("keeps books of a purchase that can be read for any moment of the past", async () => {
  running.clock.set(instant("2026-11-21T10:00:00.000000Z"));
  const placed = await place(running);
  running.clock.set(instant("2026-11-21T11:00:00.000000Z"));
  await said.completed(running, placed);
  await said.completed(running, placed);
  await reached(running, placed, "PROCESSING");
  running.clock.set(instant("2026-11-21T12:00:00.000000Z"));
  await said.settled(running, placed);
  await said.settled(running, placed);
  await reached(running, placed, "COMPLETED");

  expect(await booksAt("2026-11-21T10:59:59.999999Z")).toEqual({ XOF: nothing, SATS: nothing });
  expect(await booksAt("2026-11-21T11:30:00.000000Z")).toEqual({
    XOF: { ...nothing, gateway_float: 10_000n, user_payable: -10_000n },
    SATS: nothing,
  });
  // 16 339 satoshis at 61 200 000 are 9 999.468 francs; the fee of one satoshi is ours.
  expect(await booksAt()).toEqual({
    XOF: { ...nothing, gateway_float: 10_000n, exchange: -9_999n, rounding: -1n },
    SATS: { ...nothing, node_float: -16_340n, exchange: 16_339n, fees: 1n },
  });
});

it("has no place for an entry that does not add up", async () => {
  await complete(running, await place(running));
  const unbalanced = CompiledQuery.raw("update book_entries set fees = fees + 1");

  await expect(running.database.query(unbalanced)).rejects.toThrow("book_entries_balance");
  for (const { sum, entries } of await readBooks(running.database, null)) {
    expect(sum).toBe(0n);
    expect(entries).toBeGreaterThan(0n);
  }
});

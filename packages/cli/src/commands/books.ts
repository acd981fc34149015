import { type Instant, isInstant, systemClock } from "@sanu/kernel";
import { bookAccounts, type CurrencyBalances, readBooks } from "@sanu/transactions";
import type { Command } from "commander";
import { onDatabase } from "../maintenance.ts";

const columnWidth = 20;

/** `sanu books`: the balances of the ledger at any moment, and whether they add up to zero. */
export function addBooks(program: Command): void {
  program
    .command("books")
    .description("the balances of the ledger; ends with 1 where they do not add up to zero")
    .option(
      "--at <moment>",
      "as they were then: 2026-11-21T10:00:00Z, or a day, from its first second in UTC",
    )
    .action(async ({ at }: { readonly at?: string }) => {
      const moment = at === undefined ? null : readPastMoment("--at", at, systemClock.now());
      const books = await onDatabase("transactions", { name: "sanu-books" }, (database) =>
        readBooks(database, moment),
      );
      process.stdout.write(tableOf(books));
      if (books.some(({ sum }) => sum !== 0n)) process.exitCode = 1;
    });
}

/** Reads a moment as people write it. Throws on what is none. */
export function readMoment(text: string): Instant {
  // Dates roll over: 30 February would be read as 2 March.
  const isCalendarDay = isInstant(`${text.slice(0, 10)}T00:00:00.000000Z`);
  const time = Date.parse(text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isZoned = /(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const written = Number.isNaN(time) ? "" : new Date(time).toISOString().replace("Z", "000Z");
  if (!isCalendarDay || !(isDay || isZoned) || !isInstant(written)) {
    throw new Error(`${text} is no moment; write 2026-11-21 or 2026-11-21T10:00:00Z`);
  }
  return written;
}

/** The same, of an option that asks for what was: of what lies ahead nothing is known, and what is shown would be taken for it. */
export function readPastMoment(option: string, text: string, now: Instant): Instant {
  const moment = readMoment(text);
  if (moment <= now) return moment;
  throw new Error(`${option} ${text} lies ahead; write a moment that has passed`);
}

export function tableOf(books: readonly CurrencyBalances[]): string {
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(columnWidth)}${cells.map((cell) => cell.padStart(columnWidth)).join("")}\n`;
  const accounts = bookAccounts.map((account) =>
    line(
      account.replace("_", " "),
      books.map(({ balances }) => `${balances[account]}`),
    ),
  );
  return [
    line(
      "",
      books.map(({ currency }) => currency),
    ),
    ...accounts,
    line(
      "sum",
      books.map(({ sum }) => `${sum}${sum === 0n ? "" : " WRONG"}`),
    ),
    line(
      "entries",
      books.map(({ entries }) => `${entries}`),
    ),
  ].join("");
}

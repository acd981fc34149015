import { ListTransactions } from "@sanu/contracts";
import { isInstant } from "@sanu/kernel";
import { type Answerer, answers, type Database, refuse } from "@sanu/platform";
import { readCursor } from "../projections/list/cursor.ts";
import { type ListBuilder, readListPage } from "../projections/list/query.ts";

/** A page of a person's transactions, newest first. */
export function listTransactions(needs: {
  readonly database: Database;
  readonly builder: ListBuilder;
  readonly timeZone: string;
}): Answerer {
  return answers(ListTransactions, (ask) => {
    const cursor = ask.cursor === null ? null : readCursor(ask.cursor);
    if (cursor === undefined || !isDay(ask.fromDay) || !isDay(ask.toDay)) {
      return Promise.resolve(refuse("bad-request"));
    }
    return readListPage(needs, { ...ask, cursor }, { ...needs, language: ask.language });
  });
}

function isDay(text: string | null): boolean {
  return text === null || isInstant(`${text}T00:00:00.000000Z`);
}

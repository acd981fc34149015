import type { AccountId, TransactionId } from "@sanu/kernel";
import { type Database, openDatabase, queryBuilder } from "@sanu/platform";
import {
  findTransaction,
  readCursor,
  readListPage,
  type TransactionsTables,
} from "@sanu/transactions";
import { type Contender, compare, quantileOf, timesOf } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import type { BenchServers } from "../system/servers.ts";
import {
  accountOf,
  filledDatabase,
  heavy,
  idOf,
  light,
  ofHeavy,
  ofLight,
  sizesOf,
} from "./filled-database.ts";

const pageDeep = 50;
const timeZone = "Africa/Porto-Novo";

/** What one database of some size is asked. */
interface Views {
  readonly firstPage: (accountId: AccountId, limit: number) => Promise<unknown>;
  readonly deepPage: () => Promise<unknown>;
  readonly byId: (number: number) => Promise<unknown>;
  readonly size: number;
  readonly close: () => Promise<void>;
}

/** Lists of many transactions against lists of fewer, and of a person with many against one with few. */
export async function listRows({ servers, plan }: Bench): Promise<readonly Row[]> {
  const { small, large } = sizesOf(plan);
  const views = await Promise.all([small, large].map((size) => openViews(servers, size)));
  const [fewer, more] = views;
  try {
    if (fewer === undefined || more === undefined) throw new Error("Two sizes are compared");
    const bySize = await compare(mixOf(fewer), mixOf(more), plan);
    const person = (accountId: AccountId): Contender =>
      p99Of(accountId, () => more.firstPage(accountId, ofLight));
    const byPerson = await compare(person(light), person(heavy), plan);
    return [
      ratioRow("list-size", "ms p99", bySize, { small, large }),
      ratioRow("list-person", "ms p99", byPerson, { few: ofLight, many: ofHeavy }),
    ];
  } finally {
    await Promise.all(views.map((one) => one.close()));
  }
}

/** First pages, page 50 and single transactions, in turn. */
function mixOf(views: Views): Contender {
  let turn = 0;
  return p99Of(`${views.size} transactions`, () => {
    turn += 1;
    const number = 1 + ((turn * 7_919) % views.size);
    if (turn % 3 === 0) return views.deepPage();
    if (turn % 3 === 1) return views.byId(number);
    return views.firstPage(accountOf(number), 50);
  });
}

function p99Of(name: string, work: () => Promise<unknown>): Contender {
  return {
    name,
    run: async (durationMs) => quantileOf(await timesOf(work, durationMs), 0.99),
  };
}

async function openViews(servers: BenchServers, size: number): Promise<Views> {
  const url = await filledDatabase(servers, size);
  const database: Database = openDatabase({ url, poolMax: 1, applicationName: "bench" });
  const from = { database, builder: queryBuilder<TransactionsTables>(database) };
  const page = (accountId: AccountId, limit: number, cursor: string | null) =>
    readListPage(
      from,
      { ...everything, accountId, limit, cursor: readCursor(cursor ?? "") ?? null },
      as,
    );
  let deep: string | null = null;
  for (let number = 1; number < pageDeep; number += 1) {
    deep = (await page(heavy, 50, deep)).nextCursor ?? deep;
  }
  return {
    size,
    firstPage: (accountId, limit) => page(accountId, limit, null),
    deepPage: () => page(heavy, 50, deep),
    byId: (number) =>
      findTransaction(
        database,
        { transactionId: idOf(number, 1) as TransactionId, accountId: accountOf(number) },
        { pageUrlOf: () => "" },
      ),
    close: () => database.close(),
  };
}

const everything = {
  status: null,
  transactionType: null,
  fromDay: null,
  toDay: null,
  clientReference: null,
  ids: null,
} as const;
const as = { language: "fr", timeZone } as const;

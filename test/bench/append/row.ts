import { createSchema, platformTables } from "@sanu/platform";
import { compare } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import { emmettAppend } from "./floor.ts";
import { sanuAppend } from "./subject.ts";

const concurrency = 16;

/** One event to a new stream, ours against emmett on the same Postgres. */
export async function appendRow({ servers, plan }: Bench): Promise<readonly Row[]> {
  const floor = emmettAppend(await servers.newDatabase("bench_emmett"), concurrency);
  const tables = { "0001-initial": createSchema(platformTables) };
  const subject = sanuAppend(await servers.newDatabase("bench_append", tables), concurrency);
  try {
    const comparison = await compare(floor, subject, plan);
    return [ratioRow("append", "appends/s", comparison)];
  } finally {
    await floor.close();
    await subject.close();
  }
}

import { ListTransactions } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { openDatabase, type RebuildProgress } from "@sanu/platform";
import { eventually, isLongRun } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import {
  complete,
  detailOf,
  type Placed,
  place,
  reached,
  said,
  unfiltered,
} from "../orders.fixture.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { projectionSet, projections } from "./projections.ts";

const perSecond = { reads: 50, writes: 200 } as const;
const rounds = isLongRun() ? 40 : 3;

const running = await startTransactions();
const maintenance = openDatabase({
  url: running.databaseUrl,
  poolMax: 8,
  applicationName: "maintenance",
  isMaintenance: true,
});

afterAll(async () => {
  await maintenance.close();
  await running.stop();
});

const tables = () =>
  Promise.all(
    projections.map(({ table }) =>
      running.rowsOf<object>(`select * from ${table} order by 1, 2, 3`),
    ),
  );

async function differences(): Promise<readonly string[]> {
  const findings = await projectionSet.verify({ database: maintenance });
  expect(findings.length).toBeGreaterThanOrEqual(projections.length);
  return findings.flatMap(({ name, differences: found }) =>
    found.map(({ key }) => `${name} ${key}`),
  );
}

/** Orders of several people: some complete, some fail, some stay as they are. */
async function fill(): Promise<readonly Placed[]> {
  const people = Array.from({ length: 4 }, () => newId<"AccountId">() as AccountId);
  const placed = await Promise.all(
    Array.from({ length: 16 }, (_none, index) => {
      const accountId = people[index % people.length];
      return place(running, { ...(accountId && { accountId }), amountXof: `${1_000 + index}` });
    }),
  );
  const [completed, failed, paid] = [0, 1, 2].map((rest) =>
    placed.filter((_one, index) => index % 4 === rest),
  );
  for (const one of completed ?? []) await complete(running, one);
  const [takenBack] = completed ?? [];
  if (takenBack !== undefined) {
    await said.takenBack(running, takenBack, `${takenBack.answer.transaction.amount}`);
    await said.takenBack(running, takenBack, `${takenBack.answer.transaction.amount}`);
    await eventually("what was taken back is booked", async () => {
      const text = "select from receivable_entries where transaction_id = $1";
      return (await running.rowsOf(text, [takenBack.transactionId])).length === 1;
    });
  }
  for (const one of failed ?? []) await said.failed(running, one);
  for (const one of failed ?? []) await reached(running, one, "FAILED");
  for (const one of paid ?? []) {
    await said.completed(running, one, `${one.answer.transaction.amount}`);
    await reached(running, one, "PROCESSING");
  }
  return placed;
}

describe("the views of transactions", () => {
  it("are the same rows whether they were fed event by event or rebuilt from the log", async () => {
    await fill();
    const fed = await tables();
    expect(fed.every((rows) => rows.length > 0)).toBe(true);
    for (const { table } of projections) await running.rowsOf(`delete from ${table}`);
    expect(await differences()).not.toEqual([]);

    await projectionSet.rebuild({ database: maintenance });

    expect(await tables()).toEqual(fed);
    expect(await differences()).toEqual([]);
  });

  it("are rebuilt while people read and order, and nobody notices", async () => {
    const steps = new Set<RebuildProgress["step"]>();
    const failures: unknown[] = [];
    const placed: Placed[] = [];
    let isOver = false;
    const paced = async (rate: number, work: () => Promise<unknown>): Promise<number> => {
      const under: Promise<unknown>[] = [];
      const startedAt = performance.now();
      while (!isOver) {
        under.push(work().catch((error: unknown) => failures.push(error)));
        const dueInMs = startedAt + (under.length * 1_000) / rate - performance.now();
        // A short run is about the rows alone, and may be slower; a long one keeps its pace, whatever the rebuild takes.
        const pauseMs = isLongRun() ? Math.max(0, dueInMs) : 1_000 / rate;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      const tookMs = performance.now() - startedAt;
      await Promise.all(under);
      return Math.round((under.length * 1_000) / tookMs);
    };
    const read = async () => {
      const [one] = placed.slice(-1);
      const accountId = one?.accountId ?? newId<"AccountId">();
      const list = await running.request(ListTransactions, {
        accountId,
        language: "fr",
        ...unfiltered,
      });
      if (list.kind !== "replied") throw new Error(JSON.stringify(list));
      if (one !== undefined) await detailOf(running, one);
    };
    const write = async () => {
      placed.push(await place(running, { amountXof: "500" }));
    };
    const traffic = Promise.all([paced(perSecond.reads, read), paced(perSecond.writes, write)]);
    for (let round = 0; round < rounds; round += 1) {
      await projectionSet.rebuild({
        database: maintenance,
        onProgress: ({ step }) => steps.add(step),
      });
    }
    isOver = true;
    const [reads, writes] = await traffic;
    console.log(`${rounds} rebuilds under ${reads} reads/s and ${writes} writes/s`);

    expect(failures).toEqual([]);
    expect(steps).toContain("done");
    expect(placed.length).toBeGreaterThan(10);
    const listed = await running.rowsOf<{ transaction_id: string }>(
      "select transaction_id from transaction_list",
    );
    const known = new Set(listed.map((row) => row.transaction_id));
    expect(placed.filter(({ transactionId }) => !known.has(transactionId))).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it("include the guards of limits, which are corrected and stay where they are", async () => {
    await fill();
    await running.rowsOf("update allowances set reserved_xof = reserved_xof + 7, used_xof = 0");
    await running.rowsOf(
      "update open_transactions set open_count = open_count + 3 where open_count > 0",
    );
    await running.rowsOf("delete from open_transactions where open_count = 0");

    const findings = await projectionSet.repair({ database: maintenance });

    const found = findings.map(({ name, differencesCount }) => [name, differencesCount > 0]);
    expect(found).toEqual([
      ["allowances", true],
      ["open transactions", true],
    ]);
    expect(await differences()).toEqual([]);
    await complete(running, await place(running));
    expect(await differences()).toEqual([]);
  });
});

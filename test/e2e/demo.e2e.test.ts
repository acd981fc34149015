import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type PublishingService, publishingServices } from "@sanu/contracts";
import {
  digestOf,
  type FilledSet,
  midnightBefore,
  type Plan,
  plan,
  readSet,
  refuseUsedSystem,
  type SetOrder,
  statusOf,
} from "@sanu/demo";
import { systemClock } from "@sanu/kernel";
import { type Database, openDatabase } from "@sanu/platform";
import { openJournal } from "@sanu/sandbox";
import { drawUpBooks } from "@sanu/testing";
import { casesProjectionSet, projectionSet, readBooks } from "@sanu/transactions";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoPlace, openDemoPlace } from "./fill-demo.ts";

const endMs = midnightBefore(Date.now());
/** Some seconds each where the machine has nothing else to do. */
const fillTimeoutMs = 180_000;
const small = { people: 12, days: 7, purchases: 60, endMs } as const;

describe("a demo set", () => {
  const of: Plan = plan({ ...small, seed: 1 });
  let place: DemoPlace;
  let set: FilledSet;
  let databases: Readonly<Record<PublishingService, Database>> | undefined;

  beforeAll(async () => {
    place = await openDemoPlace();
    await place.fill(of);
    set = await readSet(place.environmentOf);
    const opened = (service: PublishingService) =>
      openDatabase({ url: place.databaseUrls[service], poolMax: 2, applicationName: "test" });
    databases = {
      identity: opened("identity"),
      transactions: opened("transactions"),
      payments: opened("payments"),
      payouts: opened("payouts"),
    };
  }, fillTimeoutMs);

  afterAll(async () => {
    for (const database of Object.values(databases ?? {})) await database.close();
    await place.drop();
  });

  const open = () => {
    if (databases === undefined) throw new Error("The set was not made");
    return databases;
  };
  const rows = <Row>(service: PublishingService, text: string) =>
    open()[service].query<Row>(CompiledQuery.raw(text));
  const texts = async (service: PublishingService, text: string) =>
    (await rows<{ text: string }>(service, text)).map((row) => row.text);

  it(
    "is the same for the same seed, step by step",
    async () => {
      const again = await openDemoPlace();
      await again.fill(of);
      expect(digestOf(await readSet(again.environmentOf), of)).toBe(digestOf(set, of));
      await again.drop();
    },
    fillTimeoutMs,
  );

  it("is another one for another seed, and where anything in it is another", () => {
    const { orders, people } = set;
    const [first, ...others] = orders;
    if (first === undefined) throw new Error("The set is empty");
    const changes: readonly Partial<SetOrder>[] = [
      { amountSats: `${first.amountSats}0` },
      { status: "PENDING" },
      { createdMs: first.createdMs - 3_600_000 },
    ];
    const digests = changes.map((change) =>
      digestOf({ people, orders: [{ ...first, ...change }, ...others] }, of),
    );
    expect(new Set([digestOf(set, of), ...digests]).size).toBe(changes.length + 1);
    const planned = of.orders.map(({ person, amountXof }) => [person.email, amountXof]);
    const other = plan({ ...small, seed: 2 }).orders;
    expect(other.map(({ person, amountXof }) => [person.email, amountXof])).not.toEqual(planned);
  });

  it("completes what was planned to complete, and most do", () => {
    const planned = of.orders.filter(({ outcome }) => statusOf(outcome) === "COMPLETED");
    const completed = set.orders.filter(({ status }) => status === "COMPLETED");
    expect(completed).toHaveLength(planned.length);
  });

  it("has people and orders as planned, over all its days and none of the future", async () => {
    expect(set.orders).toHaveLength(small.purchases);
    expect(set.people).toHaveLength(small.people + 2);
    const days = set.orders.map(({ createdMs }) =>
      Math.floor((createdMs - of.startMs) / 86_400_000),
    );
    expect(new Set(days)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    for (const service of publishingServices) {
      const [moments] = await rows<{ first: number; last: number }>(
        service,
        `select extract(epoch from min(recorded_at))::float8 * 1000 as first,
         extract(epoch from max(recorded_at))::float8 * 1000 as last from events`,
      );
      expect(moments?.first).toBeGreaterThanOrEqual(of.startMs);
      expect(moments?.last).toBeLessThanOrEqual(Date.now());
    }
  });

  it("has both directions, every end, several countries and kinds of receivers", async () => {
    const seen = new Set(set.orders.flatMap((one) => [one.type, one.status, one.failureReason]));
    expect([...seen]).toEqual(
      expect.arrayContaining(["BUY_BITCOIN", "SELL_BITCOIN", "COMPLETED", "FAILED"]),
    );
    const failed =
      "select distinct data->>'reason' as text from events where event_type = 'PaymentFailed'";
    expect(await texts("payments", failed)).toEqual(
      expect.arrayContaining(["declined", "insufficient-funds", "expired", "cancelled"]),
    );
    const channels = set.orders.map(({ channel }) => channel.split("_").at(-1));
    expect(new Set(channels).size).toBeGreaterThanOrEqual(4);
    expect(new Set(set.orders.map(({ channel }) => channel)).size).toBeGreaterThanOrEqual(5);
  });

  it("has refunds of several causes, and cases that two of the staff decided", async () => {
    const refunds = `select distinct data->>'reason' as text from events
      where event_type = 'TransactionRefundRequested'`;
    expect((await texts("transactions", refunds)).toSorted()).toEqual([
      "payment-amount-mismatch",
      "payment-duplicate",
      "payment-late",
      "payout-failed",
      "review",
    ]);
    const decided = `select distinct event_type as text from events where event_type like 'Case%'`;
    expect(await texts("transactions", decided)).toEqual(
      expect.arrayContaining(["CaseOpened", "CaseVerdictProposed", "CaseVerdictApproved"]),
    );
  });

  it("has people of every tier, one near her limit, and one who ordered every day", async () => {
    expect(new Set(set.people.map(({ tier }) => tier))).toEqual(new Set([0, 1, 2, 3]));
    const [most] = await rows<{ used: string }>(
      "transactions",
      "select max(used_xof)::text as used from allowances",
    );
    expect(Number(most?.used)).toBeGreaterThan(0);
    const [streak] = await rows<{ days: number }>(
      "transactions",
      `select max(days)::int as days from (select account_id,
       sum(bit_count(days_mask::bit(32))) as days from flashback group by account_id) as streaks`,
    );
    expect(streak?.days).toBe(small.days);
  });

  it("has rates that move, and spreads that two of the staff change", async () => {
    const [rates] = await rows<{ mids: number; spreads: number }>(
      "transactions",
      `select count(distinct mid_xof_per_btc)::int as mids, count(distinct spread_buy)::int as spreads
       from rate_history`,
    );
    expect(rates?.mids).toBeGreaterThan(10);
    expect(rates?.spreads).toBeGreaterThan(2);
  });

  it("has books that balance, with the provider too, and read tables that are the log's", async () => {
    expect((await readBooks(open().transactions, null)).map(({ sum }) => sum)).toEqual([0n, 0n]);
    const journal = openJournal({
      clock: systemClock,
      file: place.journalFile,
      apply: () => undefined,
    });
    const books = await drawUpBooks({ journal: journal.all(), ...open() });
    journal.close();
    expect(books.violations).toEqual([]);
    expect(books.log).toEqual(books.journal);
    for (const verified of [projectionSet, casesProjectionSet]) {
      const names = [...verified.projections, ...verified.guards];
      const { transactions: database } = open();
      const { signal } = new AbortController();
      const findings = await verified.verify({ database, names, signal });
      expect(findings.filter(({ differencesCount }) => differencesCount > 0)).toEqual([]);
    }
  });

  it("leaves the databases with their own clock, as the migrations made them", async () => {
    const left = `select nspname as text from pg_namespace where nspname = 'demo_clock'`;
    const moved = `select pg_get_expr(adbin, adrelid) as text from pg_attrdef
      where pg_get_expr(adbin, adrelid) like '%demo_clock%'`;
    for (const service of publishingServices) {
      expect(await texts(service, left)).toEqual([]);
      expect(await texts(service, moved)).toEqual([]);
    }
  });

  it("is refused on a system where anything has happened", async () => {
    await expect(refuseUsedSystem(place.environmentOf)).rejects.toThrow(
      /A demo set needs a fresh system, and here identity has \d+ events, .*--fresh/,
    );
  });
});

describe("a demo set that is broken off", () => {
  it("says so, gives the databases their clock back, and goes on nowhere", async () => {
    const place = await openDemoPlace();
    const aborting = new AbortController();
    aborting.abort(new Error("interrupted"));
    await expect(place.fill(plan({ ...small, seed: 1 }), aborting.signal)).rejects.toThrow(
      "interrupted",
    );
    const database = openDatabase({
      url: place.databaseUrls.payments,
      poolMax: 1,
      applicationName: "test",
    });
    const found = await database.query(
      CompiledQuery.raw("select from pg_namespace where nspname = 'demo_clock'"),
    );
    await database.close();
    expect(found).toEqual([]);
    await expect(refuseUsedSystem(place.environmentOf)).rejects.toThrow("--fresh");
    await place.drop();
  });
});

describe("sanu demo in production", () => {
  it("is refused before anything is started", () => {
    const cli = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
    const ended = spawnSync(process.execPath, [cli, "demo", "--people", "20"], {
      env: { PATH: process.env["PATH"], SANU_ENV: "production" },
      encoding: "utf8",
    });
    expect(ended.stderr).toContain("SANU_ENV is production: a demo set is never made there");
    expect(ended.status).toBe(1);
  });
});

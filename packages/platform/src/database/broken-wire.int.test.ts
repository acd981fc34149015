import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { createTestDatabase, eventually, fairNowMs, startTcpProxy, type Wire } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { isDatabaseAway, isServerLost } from "./errors.ts";
import { databaseLimits } from "./limits.ts";
import { createSchema } from "./migration.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { platformTables } from "./platform-tables.ts";

const limits = { poolMax: 4, queryTimeoutMs: 1_500, soonMs: 5_000 } as const;

const made = await createTestDatabase("wire", { "0001-initial": createSchema(platformTables) });
const { hostname: host, port } = new URL(made.url);
const wire = await startTcpProxy({ host, port: Number(port) });

afterAll(async () => {
  await wire.close();
  await made.drop();
});

describe("a database behind a wire that breaks", () => {
  let database: Database;
  let losses: number;
  const settings = () => ({ queryTimeoutMs: limits.queryTimeoutMs, poolMax: limits.poolMax });

  beforeEach(() => {
    const url = new URL(made.url);
    url.host = `${wire.host}:${wire.port}`;
    database = openDatabase({ ...settings(), url: url.href, applicationName: "wire" });
    losses = 0;
    database.onConnectionLost(() => {
      losses += 1;
    });
  });

  afterEach(async () => {
    wire.setWire({ kind: "cut" });
    wire.setWire({ kind: "clear" });
    await database.close();
  });

  const request = (text = "select 1") => database.query(CompiledQuery.raw(text, []));
  const askAll = () => Promise.all(Array.from({ length: limits.poolMax }, () => request()));
  const failure = async (work: Promise<unknown>) => {
    const from = fairNowMs();
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, tookMs: fairNowMs() - from };
  };

  it.each<Wire>([
    { kind: "half-open" },
    { kind: "mute" },
    { kind: "deaf" },
    { kind: "slow", latencyMs: 5_000 },
    { kind: "drip", bytesPerSecond: 1 },
  ])(
    "gives up on an answer in time, and then on every connection as old: $kind",
    async (broken) => {
      await eventually("all of them are connected", askAll);
      wire.setWire(broken);
      const { error, tookMs } = await failure(request());

      expect([isDatabaseAway(error), isServerLost(error)]).toEqual([true, true]);
      expect(tookMs).toBeLessThan(limits.queryTimeoutMs + limits.soonMs);
      await eventually("whoever listens is told", () => losses > 0);
      wire.setWire({ kind: "clear" });
      await eventually("all of them answer again", askAll, limits.soonMs);
    },
  );

  it("gives up on connecting in time, and connects when the wire is whole again", async () => {
    wire.setWire({ kind: "half-open" });
    const { error, tookMs } = await failure(request());

    expect(isDatabaseAway(error)).toBe(true);
    expect(tookMs).toBeLessThan(4_000);
    wire.setWire({ kind: "clear" });
    expect(await eventually("it connects", () => request(), limits.soonMs)).toHaveLength(1);
  });

  it("says the same of a transaction, whatever part of it was lost", async () => {
    await eventually("all of them are connected", askAll);
    wire.setWire({ kind: "deaf" });
    const statements = ["select 1", "select 2"].map((text) => CompiledQuery.raw(text, []));
    const piped = await failure(database.pipelined(statements));
    wire.setWire({ kind: "clear" });
    const work = database.transaction(async (session) => {
      await session.query(CompiledQuery.raw("select 1", []));
      wire.setWire({ kind: "reset", afterBytes: 3 });
      await session.query(CompiledQuery.raw("select 2", []));
    });
    const reset = await failure(work);

    expect([isServerLost(piped.error), isServerLost(reset.error)]).toEqual([true, true]);
    expect(losses).toBeGreaterThanOrEqual(2);
    expect(piped.tookMs).toBeLessThan(limits.queryTimeoutMs + limits.soonMs);
    wire.setWire({ kind: "clear" });
    await eventually("all of them answer again", askAll, limits.soonMs);
  });

  it("keeps a connection whose statement was refused, and loses nothing by it", async () => {
    const pid = () => request("select pg_backend_pid() as pid");
    const before = await pid();
    const { error } = await failure(request("select 1 / 0"));

    expect(isDatabaseAway(error)).toBe(false);
    expect(await pid()).toEqual(before);
    expect(losses).toBe(0);
  });

  it("leaves a server that only reads, because another one takes over", async () => {
    const pid = () => request("select pg_backend_pid() as pid");
    const before = await pid();
    await request("set default_transaction_read_only = on");
    const { error } = await failure(request("create table never (one int)"));

    expect(isServerLost(error)).toBe(true);
    expect(losses).toBeGreaterThan(0);
    expect(await pid()).not.toEqual(before);
  });

  it("leaves no session behind at the server for long", async () => {
    const text = "select setting::int as ms from pg_settings where name = 'idle_session_timeout'";
    expect(await request(text)).toEqual([{ ms: databaseLimits.idleSessionMs }]);
    expect(databaseLimits.idleSessionMs).toBeGreaterThan(databaseLimits.idleConnectionMs);
  });

  it("is not asked for a connection by everybody who waits for it, and answers again soon after", async () => {
    const { hostname, port } = new URL(made.url);
    let tries = 0;
    let isOpen = false;
    const relay = createServer((near) => {
      tries += 1;
      if (!isOpen) return near.destroy();
      const far = connect(Number(port), hostname);
      return near.pipe(far).pipe(near);
    }).listen(0, "127.0.0.1");
    await once(relay, "listening");
    const url = new URL(made.url);
    url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const away = openDatabase({ ...settings(), url: url.href, applicationName: "wire" });
    const askAway = () => away.query(CompiledQuery.raw("select 1 as one", []));

    const startedAt = performance.now();
    for (let query = 0; query < 100; query += 1) {
      expect(isDatabaseAway((await failure(Promise.all([askAway(), askAway()]))).error)).toBe(true);
      await new Promise(setImmediate);
    }
    const pauses = (performance.now() - startedAt) / databaseLimits.refusedPauseMs;
    expect(tries).toBeLessThanOrEqual(2 * (pauses + 1));

    isOpen = true;
    expect(await eventually("it answers", askAway, limits.soonMs)).toEqual([{ one: 1 }]);
    await away.close();
    relay.close();
  });
});

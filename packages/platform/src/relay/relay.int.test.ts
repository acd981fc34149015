import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import type { Relay } from "./create-relay.ts";
import { createRelayBed, type RelayBed } from "./relay.fixture.ts";
import { createSilentRelay } from "./silent-relay.fixture.ts";

/** Counters that are opened and raised until so many public facts are in the log. */
async function writeFacts(bed: RelayBed, facts: number, aggregates = 5): Promise<void> {
  const streams = await Promise.all(Array.from({ length: aggregates }, bed.openCounter));
  const each = facts / aggregates;
  await Promise.all(
    streams.map(async (streamId) => {
      for (let round = 0; round < each; round += 1) await bed.raise(streamId);
    }),
  );
}

describe("the relay", () => {
  let bed: RelayBed;

  beforeEach(async () => {
    bed = await createRelayBed();
  });

  afterEach(() => bed.close());

  /** Waits until the stream holds the log: every fact once, in the order of the log. */
  const expectStreamEqualsLog = (withinMs = 30_000) =>
    eventually(
      "the stream holds every fact once and in order",
      async () => {
        const [inLog, inStream] = await Promise.all([bed.factsInLog(), bed.factsInStream()]);
        const ids = inStream.map((fact) => fact.id);
        return ids.length === inLog.length && ids.every((id, index) => id === inLog[index]);
      },
      withinMs,
    );

  it("publishes what was in the log before it started and what comes after", async () => {
    await bed.makeStream();
    await writeFacts(bed, 50);
    await bed.newRelay().start();
    await expectStreamEqualsLog();
    await writeFacts(bed, 50);
    await expectStreamEqualsLog();
    expect(await bed.factsInStream()).toHaveLength(100);
  });

  it("waits for a stream that does not exist yet", async () => {
    await bed.newRelay().start();
    await writeFacts(bed, 10);
    await bed.makeStream();
    await expectStreamEqualsLog();
  });

  it("skips nothing and inverts nothing when many writers commit out of order", async () => {
    await bed.makeStream();
    await bed.newRelay().start();
    const streams = await Promise.all(Array.from({ length: 20 }, bed.openCounter));
    // Transactions that take their id early and commit late hold the horizon back for a while.
    const stragglers = Array.from({ length: 10 }, () =>
      bed.database.transaction(async (session) => {
        await session.query(CompiledQuery.raw("select pg_current_xact_id()", []));
        await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 250));
      }),
    );
    const writers = Array.from({ length: 200 }, async (_writer, index) => {
      for (let round = 0; round < 5; round += 1) await bed.raise(streams[index % 20] ?? "");
    });
    await Promise.all([...writers, ...stragglers]);
    await expectStreamEqualsLog();

    const versions = await bed.database.query<{ event_id: string; version: number }>(
      CompiledQuery.raw("select event_id, version from events", []),
    );
    const versionOf = new Map(versions.map((row) => [row.event_id, row.version]));
    const last = new Map<string, number>();
    for (const fact of await bed.factsInStream()) {
      const version = versionOf.get(fact.id) ?? 0;
      expect(version).toBeGreaterThan(last.get(fact.aggregateId) ?? 0);
      last.set(fact.aggregateId, version);
    }
    expect([...last.values()].reduce((sum, version) => sum + version - 1, 0)).toBe(1_000);
    const [transactions] = await bed.database.query<{ count: bigint }>(
      CompiledQuery.raw("select count(distinct transaction_id) from events", []),
    );
    // Some of them left together.
    expect(Number(transactions?.count)).toBeLessThan(versions.length);
  });

  it("publishes facts of types that it does not know, as a release before or after this one makes them", async () => {
    await bed.makeStream();
    const old = bed.newRelay();
    await old.start();
    await bed.database.query(
      CompiledQuery.raw(
        `insert into events (log_epoch, stream_id, version, event_id, event_type, data,
           correlation_id, causation_id, public_type, public_data)
         values (1, $1, 1, $2, 'FromTheFuture', '{}', 'c', 'c',
           'sanu.payments.FromTheFuture.v7', '{"new":true}')`,
        [newId(), newId()],
      ),
    );
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
    await old.stop();
    await bed.newRelay().start();
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
  });

  const publishFacts = async (count: number) => {
    await bed.makeStream();
    await bed.newRelay().start();
    await writeFacts(bed, count);
    await expectStreamEqualsLog();
  };

  it("fills a purged stream again without a restart", async () => {
    await publishFacts(200);
    await (await bed.manager()).streams.purge(bed.stream);
    await expectStreamEqualsLog();
  });

  it("publishes again what was deleted from the end of the stream", async () => {
    await publishFacts(200);
    const manager = await bed.manager();
    // A locked log stops the relay for a moment, so that it finds the hundred gone and not some of them.
    await bed.database.transaction(async (session) => {
      await session.query(CompiledQuery.raw("lock table events in access exclusive mode"));
      await eventually("the relay waits for the log", async () => {
        const text = "select 1 from pg_locks where relation = 'events'::regclass and not granted";
        return (await bed.database.query(CompiledQuery.raw(text, []))).length > 0;
      });
      for (let sequence = 200; sequence > 100; sequence -= 1) {
        await manager.streams.deleteMessage(bed.stream, sequence);
      }
    });
    await expectStreamEqualsLog();
    expect((await bed.factsInStream()).at(-1)?.sequence).toBe(300);
  });

  it("publishes again what was deleted while it went on publishing", async () => {
    await publishFacts(100);
    const manager = await bed.manager();
    await manager.streams.deleteMessage(bed.stream, 60);
    await writeFacts(bed, 20);
    await eventually("every fact of the log is in the stream", async () => {
      const inStream = new Set((await bed.factsInStream()).map((fact) => fact.id));
      return (await bed.factsInLog()).every((id) => inStream.has(id));
    });
  });

  it("fills a stream that was deleted and made again without a restart", async () => {
    await publishFacts(200);
    await (await bed.manager()).streams.delete(bed.stream);
    await writeFacts(bed, 20);
    await bed.makeStream();
    await expectStreamEqualsLog();
  });

  it("doubles nothing when two relays publish without an election", async () => {
    await bed.makeStream();
    await Promise.all([
      bed.newRelay({ election: false }).start(),
      bed.newRelay({ election: false }).start(),
    ]);
    await writeFacts(bed, 500, 20);
    await expectStreamEqualsLog();
  });

  it("lets one of two replicas publish, and the other one when the first stops", async () => {
    await bed.makeStream();
    const [first, second] = [bed.newRelay(), bed.newRelay()];
    await first.start();
    await second.start();
    await writeFacts(bed, 50);
    await expectStreamEqualsLog();
    await first.stop();
    await writeFacts(bed, 50);
    await expectStreamEqualsLog();
  });

  it("is followed at once by the other one when it stops, though that looks only once an hour", async () => {
    await bed.makeStream();
    const hourMs = 3_600_000;
    const first = bed.newRelay();
    await first.start();
    await bed.newRelay({ times: { standbyMs: hourMs, leaseRenewMs: hourMs } }).start();
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
    await first.stop();
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
  });

  it("wakes who leads and one of the others, however many there are, and finds out when that changes", async () => {
    await bed.makeStream();
    let woken = 0;
    const counting: Messaging = {
      ...bed.messaging,
      subscribeCore: (subject, onMessage, options) => {
        const count = (text: string): void => {
          woken += 1;
          onMessage(text);
        };
        return bed.messaging.subscribeCore(subject, count, options);
      },
    };
    const times = { leaseRenewMs: 100 };
    const relays = Array.from({ length: 5 }, () =>
      createSilentRelay(bed.database, counting, { times }),
    );
    const wokenBy = async (relay: Relay | undefined): Promise<number> => {
      woken = 0;
      relay?.wake();
      // Behind the turn in which it leaves, and behind what the server has sent for it.
      for (let trip = 0; trip < 3; trip += 1) await bed.messaging.connection.flush();
      return woken;
    };
    for (const relay of relays) await relay.start();
    expect(await wokenBy(relays.at(-1))).toBe(2);

    await relays[0]?.stop();
    const isNews = () => wokenBy(relays.at(-1)).then((count) => count === 2 || count === 0);
    await eventually("another one leads and listens alone", isNews);
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
    await Promise.all(relays.map((relay) => relay.stop()));
  });

  it("closes the service when the database was put back to an earlier moment, and opens it when the facts are back", async () => {
    await bed.makeStream();
    const gate = createGate();
    const relay = bed.newRelay({ gate });
    await relay.start();
    await writeFacts(bed, 20);
    await expectStreamEqualsLog();
    await relay.stop();
    const [lost] = await bed.database.query<Record<string, unknown>>(
      CompiledQuery.raw(
        `delete from events where event_id = (select event_id from events
           where public_type is not null order by log_epoch desc, transaction_id desc, position desc limit 1)
         returning event_id, stream_id, version, event_type, data::text, public_type, public_data`,
        [],
      ),
    );
    await bed.newRelay({ gate }).start();
    expect(gate.isOpen()).toBe(false);
    expect(gate.closedReason()).toContain(`ahead of the log`);
    expect(gate.closedReason()).toContain(String(lost?.["event_id"]));
    expect(await bed.factsInStream()).toHaveLength(20);

    await bed.database.query(
      CompiledQuery.raw(
        `insert into events (log_epoch, stream_id, version, event_id, event_type, data,
           correlation_id, causation_id, public_type, public_data)
         values (1, $1, $2, $3, $4, $5, 'import', 'import', $6, $7)`,
        [
          "stream_id",
          "version",
          "event_id",
          "event_type",
          "data",
          "public_type",
          "public_data",
        ].map((column) => lost?.[column]),
      ),
    );
    await eventually("the service opens again", () => gate.isOpen());
  });

  it("notices that the log was put back while it runs, without a broken connection to tell it", async () => {
    await bed.makeStream();
    const gate = createGate();
    await bed.newRelay({ gate }).start();
    await writeFacts(bed, 20);
    await expectStreamEqualsLog();
    await bed.database.query(
      CompiledQuery.raw(
        "delete from events where position > (select max(position) - 5 from events)",
        [],
      ),
    );

    await eventually("the service says why it is closed", () => {
      return gate.closedReason()?.includes("ahead of the log") === true;
    });
  });

  it("looks again soon behind the transaction that hides a fact, and waits for no poll", async () => {
    await bed.makeStream();
    // Whoever waited for the poll would wait for longer than this test does.
    await bed.newRelay({ times: { pollMs: 600_000 } }).start();
    const stream = await bed.openCounter();
    await bed.raise(stream);
    await expectStreamEqualsLog();
    const manager = await bed.manager();
    for (let round = 0; round < 10; round += 1) {
      const opened = Promise.withResolvers<void>();
      const close = Promise.withResolvers<void>();
      const hiding = bed.database.transaction(async (session) => {
        await session.query(CompiledQuery.raw("select pg_current_xact_id()", []));
        opened.resolve();
        await close.promise;
      });
      await opened.promise;
      await bed.raise(stream);
      await new Promise((resolve) => setTimeout(resolve, 10));
      close.resolve();
      await hiding;
      await eventually("the fact is published", async () => {
        const { state } = await manager.streams.info(bed.stream);
        return state.last_seq === round + 2;
      });
    }
  });

  /** A relay that looks every 10 ms in a busy time, and the pauses between its reads. */
  function relayWithPauses() {
    const pauses: number[] = [];
    let readAtMs = performance.now();
    const counting: Database = {
      ...bed.database,
      async query(statement) {
        if (!statement.sql.includes('"publicData"')) return bed.database.query(statement);
        pauses.push(performance.now() - readAtMs);
        return bed.database.query<never>(statement).finally(() => {
          readAtMs = performance.now();
        });
      },
    };
    const relay = createSilentRelay(counting, bed.messaging, { times: { pollMs: 10 } });
    return { relay, pauses };
  }

  it("looks ever more rarely in a quiet time, and finds what nobody announced", async () => {
    await bed.makeStream();
    const { relay, pauses } = relayWithPauses();
    await relay.start();
    try {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      pauses.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      // Every 10 ms in a busy time; a quarter of two seconds by now.
      expect(pauses.length).toBeLessThan(10);
      pauses.length = 0;

      await bed.raise(await bed.openCounter());
      // One look reads twice, and another may be just behind it: no more than that in a quiet time.
      const isShort = (pauseMs: number | undefined) => pauseMs !== undefined && pauseMs < 100;
      await eventually("it looks often again", () =>
        pauses.some((_, at) => [0, 1, 2, 3, 4].every((next) => isShort(pauses[at + next]))),
      );
      await expectStreamEqualsLog();
      expect(await bed.factsInStream()).toHaveLength(1);
    } finally {
      await relay.stop();
    }
  });

  it("looks no more often for a fact that it was told of", async () => {
    await bed.makeStream();
    const { relay, pauses } = relayWithPauses();
    await relay.start();
    try {
      const streamId = await bed.openCounter();
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await bed.raise(streamId);
      relay.wake();
      await eventually("it is published", async () => (await bed.factsInStream()).length === 1);
      pauses.length = 0;
      await new Promise((resolve) => setTimeout(resolve, 1_000));

      // A look is due each half second by now.
      expect(pauses.length).toBeLessThan(10);
    } finally {
      await relay.stop();
    }
  });

  it("refuses the stream of another database by name", async () => {
    await bed.makeStream();
    await bed.newRelay().start();
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
    const [mine] = await bed.database.query<{ log_id: string }>(
      CompiledQuery.raw("update log_meta set log_id = gen_random_uuid() returning log_id", []),
    );
    const gate = createGate();
    await bed.newRelay({ gate }).start();
    expect(gate.closedReason()).toContain("belongs to log");
    expect(gate.closedReason()).toContain(mine?.log_id);
  });

  it("calls what no relay has put into the stream no fact, and fills the stream anew once it was deleted", async () => {
    await bed.makeStream();
    const gate = createGate();
    await bed.newRelay({ gate }).start();
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
    // An answer of JetStream itself, which goes wherever a question says.
    const info = `$JS.API.STREAM.INFO.${bed.stream}`;
    const reply = `${bed.namespace}.sanu.payments.PaymentCompleted.v1`;
    bed.messaging.connection.publish(info, "", { reply });
    await eventually("it is noticed", () => gate.closedReason() !== undefined);
    expect(gate.closedReason()).toBe(
      `message 11 at the end of stream ${bed.stream} is no fact: somebody has put it there who is not the service`,
    );

    const { streams } = await bed.manager();
    await streams.delete(bed.stream);
    await bed.makeStream();
    await eventually("the service is open", () => gate.closedReason() === undefined);
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
  });

  it("raises the epoch when the log holds transactions that this server has yet to reach", async () => {
    await bed.makeStream();
    await writeFacts(bed, 10);
    await bed.database.query(
      CompiledQuery.raw(
        "update events set transaction_id = (transaction_id::text::bigint + 1000000)::text::xid8",
        [],
      ),
    );
    await bed.newRelay().start();
    await writeFacts(bed, 10);
    await expectStreamEqualsLog();
    const [meta] = await bed.database.query<{ log_epoch: number }>(
      CompiledQuery.raw("select log_epoch from log_meta", []),
    );
    expect(meta?.log_epoch).toBe(2);
  });

  it("publishes what somebody was appending while the epoch is raised, and had appended before", async () => {
    await bed.makeStream();
    const before = bed.newRelay();
    await before.start();
    await writeFacts(bed, 5);
    await expectStreamEqualsLog();
    await before.stop();
    await bed.database.query(
      CompiledQuery.raw(
        "update events set transaction_id = (transaction_id::text::bigint + 1000000)::text::xid8",
        [],
      ),
    );
    await writeFacts(bed, 5);
    const insertText = `insert into events (log_epoch, stream_id, version, event_id, event_type, data,
        correlation_id, causation_id, public_type, public_data)
      values ((select log_epoch from log_meta), $1, 1, $2, 'CounterRaised', '{}', 'c', 'c',
        'sanu.payments.CounterRaised.v1', '{"amountXof":"1"}')`;
    let starting: Promise<void> | undefined;
    await bed.database.transaction(async (session) => {
      await session.query(CompiledQuery.raw(insertText, [newId<string>(), newId<string>()]));
      starting = bed.newRelay().start();
      // It is raised now, or waits for us.
      await eventually("the epoch is looked at", async () => {
        const text = `select 1 from log_meta where log_epoch = 2 union all
          select 1 from pg_locks where not granted and relation = 'events'::regclass`;
        return (await bed.database.query(CompiledQuery.raw(text, []))).length > 0;
      });
    });
    await starting;
    await writeFacts(bed, 5);
    expect(await bed.factsInLog()).toHaveLength(16);
    await expectStreamEqualsLog();
  });
});

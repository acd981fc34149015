import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import { createRelayBed, type RelayBed } from "./relay.fixture.ts";

/** Ends every other connection to the database, as a server does that goes away, and waits until they are gone. */
const endOthersText = `select pg_terminate_backend(pid, 4000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

const insertFactText = `insert into events (log_epoch, stream_id, version, event_id, event_type, data,
    correlation_id, causation_id, public_type, public_data)
  values ((select log_epoch from log_meta), $1, 1, $2, 'CounterRaised', '{}', 'c', 'c',
    'sanu.payments.CounterRaised.v1', '{}')`;

describe("a database that went away and came back", () => {
  let bed: RelayBed;
  /** Connections that nobody's relay listens to. */
  let outside: Database;

  beforeEach(async () => {
    bed = await createRelayBed();
    await bed.makeStream();
    outside = openDatabase({ url: bed.databaseUrl, poolMax: 1, applicationName: "outside" });
  });

  afterEach(async () => {
    await outside.close();
    await bed.close();
  });

  const insertFact = () =>
    outside.query(CompiledQuery.raw(insertFactText, [newId<string>(), newId<string>()]));

  const expectPublished = (facts: number) =>
    eventually("the facts are in the stream", async () => {
      return (await bed.factsInStream()).length === facts;
    });

  it("at an earlier moment publishes nothing, also when new facts were written before anybody looked", async () => {
    const gate = createGate();
    await bed.newRelay({ gate }).start();
    for (let fact = 0; fact < 10; fact += 1) await insertFact();
    await expectPublished(10);

    await outside.transaction(async (session) => {
      // The newer fact first, as the log demands; then what was there before it.
      await session.query(CompiledQuery.raw(insertFactText, [newId<string>(), newId<string>()]));
      // Nobody who connects again sees the log before it is put back.
      await session.query(CompiledQuery.raw("lock table events in access exclusive mode", []));
      const text = `delete from events where position >= (select max(position) - 5 from events)
        and position < (select max(position) from events)`;
      await session.query(CompiledQuery.raw(text, []));
      await session.query(CompiledQuery.raw(endOthersText, []));
    });

    await eventually("the service says why it is closed", () => {
      return gate.closedReason()?.includes("ahead of the log") === true;
    });
    expect(await bed.factsInStream()).toHaveLength(10);
  });

  it("as it was is trusted again, and nothing is missing from the stream", async () => {
    const gate = createGate();
    const reasons = new Set<string | undefined>();
    await bed
      .newRelay({ gate: { ...gate, close: (why) => (reasons.add(why), gate.close(why)) } })
      .start();
    await insertFact();
    await expectPublished(1);

    await outside.query(CompiledQuery.raw(endOthersText, []));
    await insertFact();

    await expectPublished(2);
    expect([...reasons].join()).toContain("compared first");
    // Connections that break one after the other close it anew.
    await eventually("the service is open", gate.isOpen);
  });

  it.each([
    ["a fact", "true"],
    ["an event that nobody publishes", "public_type is null"],
  ])(
    "in another cluster, whose transaction ids have yet to reach that of %s, starts a new epoch without a restart",
    async (_what, ahead) => {
      await bed.newRelay().start();
      await insertFact();
      await outside.query(
        CompiledQuery.raw(
          `insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id, causation_id)
         values (1, $1, 1, $2, 'CounterOpened', '{}', 'c', 'c')`,
          [newId<string>(), newId<string>()],
        ),
      );
      await expectPublished(1);

      await outside.transaction(async (session) => {
        // Nobody who connects again sees the log before it is another one.
        await session.query(CompiledQuery.raw("lock table events in access exclusive mode", []));
        const text = `update events
        set transaction_id = (transaction_id::text::bigint + 1000000)::text::xid8 where ${ahead}`;
        await session.query(CompiledQuery.raw(text, []));
        await session.query(CompiledQuery.raw(endOthersText, []));
      });
      const isRaised = async () => {
        const text = "select log_epoch from log_meta";
        const [meta] = await outside.query<{ log_epoch: number }>(CompiledQuery.raw(text, []));
        return meta?.log_epoch === 2;
      };
      await eventually("the epoch is raised", isRaised);
      await insertFact();
      await expectPublished(2);
    },
  );

  it("fails the transaction that was under way, and not the process", async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const transaction = bed.database.transaction(async (session) => {
      await session.query(CompiledQuery.raw("select 1", []));
      begun.resolve();
      await go.promise;
    });
    const ended = transaction.then(
      () => "committed",
      () => "failed",
    );
    await begun.promise;
    await outside.query(CompiledQuery.raw(endOthersText, []));
    go.resolve();

    expect(await ended).toBe("failed");
    expect(await bed.database.query(CompiledQuery.raw("select 1 as one", []))).toHaveLength(1);
  });
});

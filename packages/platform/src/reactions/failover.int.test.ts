import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { findUnhandled } from "./find-unhandled.ts";
import { reactionLimits } from "./limits.ts";
import { listParked, replayParked } from "./parked-facts.ts";
import type { MaybeSentInput, ReactionResult } from "./reaction.ts";
import {
  completed,
  createReactionBed,
  group,
  type TestMessage,
  type TestPayment,
} from "./reactions.fixture.ts";

const endOthersText = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

const bed = await createReactionBed();
afterAll(() => bed.close());

/** Tries deploy/runbooks/failover.md. */
describe("a database that took the place of another and lacks its last commits", () => {
  afterEach(() => bed.stopGroups());

  const run = (text: string, values: readonly unknown[] = []) =>
    bed.database.query(CompiledQuery.raw(text, [...values]));
  const isHandled = async ({ id }: TestMessage) =>
    (await bed.rows(`select from handled where fact_id = '${id}'`)) === 1;
  /** The acknowledged facts' effects are gone, and so is what says that they were there. */
  const lose = async (facts: readonly TestMessage[]) => {
    const ids = facts.map(({ id }) => id);
    await run("delete from events where causation_id = any($1)", [ids]);
    await run("delete from handled where fact_id = any($1::uuid[])", [ids]);
  };
  const sendingMoney = (sendsMoney: (body: unknown) => boolean = () => true) =>
    bed.reactions().map((reaction) => ({
      ...reaction,
      read(type: string, body: unknown) {
        const fact = reaction.read(type, body);
        return fact && { ...fact, sendsMoney: sendsMoney(body) };
      },
    }));
  /** For longer than what is due would wait. */
  const expectQuiet = () =>
    new Promise((resolve) => setTimeout(resolve, reactionLimits.parkedPollMs * 3));
  const publishedAndHandled = async (count: number) => {
    const payment = await bed.openCounter();
    const facts = Array.from({ length: count }, () => completed(payment));
    for (const fact of facts) await bed.publish(fact);
    await eventually("all are handled", async () => {
      return (await Promise.all(facts.map(isHandled))).every(Boolean);
    });
    const { consumers } = await bed.manager();
    await eventually("NATS knows of them", async () => {
      const { num_ack_pending: pending } = await consumers.info(bed.stream, group);
      return pending === 0;
    });
    return { payment, facts };
  };

  it("has the effects of acknowledged facts again, each once and in order, and none that it had", async () => {
    await bed.newGroup().start();
    const { payment, facts } = await publishedAndHandled(6);
    await lose(facts.slice(3));
    expect(await bed.totalOf(payment)).toBe(3n);

    bed.calls.length = 0;
    await run(endOthersText);
    await eventually(
      "the effects are there again",
      async () => (await bed.totalOf(payment)) === 6n,
    );
    // One that met a session which was ended has come again.
    expect([...new Set(bed.calls)]).toEqual(facts.slice(3).map(({ id }) => id));
  });

  it("has them again behind however many facts that are nothing to it", {
    timeout: 60_000,
  }, async () => {
    await bed.newGroup().start();
    const { payment, facts } = await publishedAndHandled(1);
    const toOthers = { type: "sanu.payments.NobodyOfTheGroup.v1" };
    for (let count = 0; count < reactionLimits.recheckHandledMin + 50; count += 1) {
      await bed.publish(completed(payment, toOthers));
    }
    const { facts: later } = await publishedAndHandled(1);
    await lose([...facts, ...later]);

    await run(endOthersText);
    await eventually("what came last is there again", () => later[0] && isHandled(later[0]));
    await eventually("what came first is, too", () => facts[0] && isHandled(facts[0]));
    expect(await bed.totalOf(payment)).toBe(1n);
  });

  it("sends no money again that may have gone, until somebody has looked and says so", async () => {
    const reactions = sendingMoney();
    await bed.newGroup({ reactions }).start();
    const { payment, facts } = await publishedAndHandled(2);
    await lose(facts);
    bed.calls.length = 0;
    await run(endOthersText);

    await eventually("both are parked", async () => {
      return (await bed.rows("select from parked_facts")) === 2;
    });
    expect(await listParked(bed.database)).toMatchObject(
      facts.map(({ id }) => ({ factId: id, cause: "deterministic", dueAt: null, attempts: 0 })),
    );
    expect([bed.calls, await bed.totalOf(payment)]).toEqual([[], 0n]);
    expect(await replayParked(bed.database, { group })).toBe(0);
    const aggregateId = payment.transactionId;
    expect(await replayParked(bed.database, { group, aggregateId })).toBe(2);
    await eventually("both are done", async () => (await bed.totalOf(payment)) === 2n);
    expect(bed.calls).toEqual(facts.map(({ id }) => id));
  });

  it("sends nothing again either that was done while an earlier fact took longer, of which NATS cannot tell", async () => {
    const reactions = sendingMoney();
    await bed.newGroup({ reactions }).start();
    const { facts } = await publishedAndHandled(1);
    const payments = [await bed.openCounter(), await bed.openCounter()] as const;
    const [slow, quick] = [completed(payments[0]), completed(payments[1])] as const;
    const { promise: isLooked, resolve: goOn } = Promise.withResolvers<void>();
    bed.control.before = ({ paymentId }) => {
      return paymentId === payments[0].paymentId ? isLooked : undefined;
    };
    await bed.publish(slow);
    await eventually("the slow one is in hand", () => bed.calls.includes(slow.id));
    await bed.publish(quick);
    await eventually("the quick one is handled", () => isHandled(quick));
    const { consumers } = await bed.manager();
    await eventually("NATS knows of it, behind what is in hand", async () => {
      const { num_ack_pending, delivered, ack_floor } = await consumers.info(bed.stream, group);
      return num_ack_pending === 1 && delivered.stream_seq - ack_floor.stream_seq === 2;
    });
    await lose([...facts, quick]);
    bed.calls.length = 0;
    await run(endOthersText);

    const isParked = async ({ id }: TestMessage) =>
      (await bed.rows(`select from parked_facts where fact_id = '${id}'`)) === 1;
    const areParked = async () =>
      (await Promise.all([...facts, quick].map(isParked))).every(Boolean);
    await eventually("both are parked", areParked, 5_000).finally(goOn);
    await expectQuiet();
    expect(bed.calls).not.toContain(quick.id);
    expect(await bed.totalOf(payments[1])).toBe(0n);

    for (const { lanes } of await listParked(bed.database)) {
      await replayParked(bed.database, { group, aggregateId: lanes[0] ?? "" });
    }
    await eventually("all are done once somebody says so", async () => {
      return (await Promise.all([...facts, slow, quick].map(isHandled))).every(Boolean);
    });
    expect(await bed.totalOf(payments[1])).toBe(1n);
  });

  it("sends nothing again either that was parked, and tried again in what is lost", async () => {
    const reactions = sendingMoney().map((one) => ({ ...one, maySendMoney: true }));
    await bed.newGroup({ reactions }).start();
    const payment = await bed.openCounter();
    bed.control.before = () => {
      throw new Error("its peer is not well");
    };
    const fact = completed(payment);
    await bed.publish(fact);
    const parked = `from parked_facts where fact_id = '${fact.id}'`;
    await eventually("it is parked", async () => (await bed.rows(`select ${parked}`)) === 1);
    await run(`create table parked_then as select * ${parked}`);
    bed.control.before = () => undefined;
    await run(`update parked_facts set due_at = now() where fact_id = $1`, [fact.id]);
    await eventually("it is handled", () => isHandled(fact));
    const { facts } = await publishedAndHandled(1);

    await bed.stopGroups();
    await lose([fact, ...facts]);
    await run("insert into parked_facts select * from parked_then");
    await run("update parked_facts set due_at = now()");
    bed.calls.length = 0;
    await Promise.all([bed.newGroup({ reactions }).start(), bed.newGroup({ reactions }).start()]);
    await eventually("both wait for somebody", async () => {
      return (await bed.rows("select from parked_facts where due_at is null")) === 2;
    });
    await expectQuiet();
    expect([bed.calls, await bed.totalOf(payment)]).toEqual([[], 0n]);
    for (const { lanes } of await listParked(bed.database)) {
      await replayParked(bed.database, { group, aggregateId: lanes[0] ?? "" });
    }
    await eventually("both are done once somebody says so", async () => {
      return (await Promise.all([fact, ...facts].map(isHandled))).every(Boolean);
    });
    expect(await bed.totalOf(payment)).toBe(1n);
    await run("drop table parked_then");
  });

  describe("and with it an earlier fact of the same transaction, which sends nothing and is done again by itself", () => {
    const reactions = sendingMoney((body) => JSON.stringify(body).includes("sends-money"));

    /** Both are parked: the first one behind the other, which waits for a person. */
    const loseBoth = async () => {
      await bed.newGroup({ reactions }).start();
      const payment = await bed.openCounter();
      const quiet = completed(payment);
      const body = quiet.body.replace('"receipt"', '"sends-money"');
      const facts = [quiet, completed(payment, { body })] as const;
      for (const fact of facts) await bed.publish(fact);
      await eventually("both are handled", async () => {
        return (await Promise.all(facts.map(isHandled))).every(Boolean);
      });
      const { consumers } = await bed.manager();
      await eventually("NATS knows of them", async () => {
        return (await consumers.info(bed.stream, group)).num_ack_pending === 0;
      });
      await lose(facts);
      bed.calls.length = 0;
      await run(endOthersText);
      await eventually("both are parked", async () => {
        return (await bed.rows("select from parked_facts")) === 2;
      });
      return { payment, quiet, sending: facts[1] };
    };
    const makeDue = ({ id }: TestMessage) =>
      run("update parked_facts set due_at = now() where fact_id = $1", [id]);

    it("sends nothing behind that one either, until somebody says so", async () => {
      const { payment, quiet, sending } = await loseBoth();
      await makeDue(quiet);
      await eventually("the first one is done again", () => isHandled(quiet));
      await expectQuiet();
      expect(bed.calls).toEqual([quiet.id]);
      expect(await listParked(bed.database)).toMatchObject([{ factId: sending.id, dueAt: null }]);

      const aggregateId = payment.transactionId;
      expect(await replayParked(bed.database, { group, aggregateId })).toBe(1);
      await eventually("it is done once somebody says so", () => isHandled(sending));
      expect(bed.calls).toEqual([quiet.id, sending.id]);
    });

    it("leaves nothing of it due to others either when its service stops meanwhile", async () => {
      const { quiet, sending } = await loseBoth();
      let stopped: Promise<unknown> | undefined;
      bed.control.before = () => {
        stopped ??= bed.stopGroups();
      };
      await makeDue(quiet);
      await eventually("the first one is done again", () => isHandled(quiet));
      await stopped;
      expect(await listParked(bed.database)).toMatchObject([{ factId: sending.id, dueAt: null }]);
      await run("delete from parked_facts");
    });
  });

  describe("whose money somebody says may have been sent", () => {
    const asked: string[] = [];
    /** As the reactions of who moves money: these send nothing. */
    const reactions = () =>
      sendingMoney().map((reaction) => ({
        ...reaction,
        maySendMoney: true,
        read(type: string, body: unknown) {
          const fact = reaction.read(type, body);
          return (
            fact && {
              ...fact,
              async reactMaybeSent(input: MaybeSentInput): Promise<ReactionResult> {
                asked.push(`${input.attributes.id} ${input.provider}`);
                await bed.control.before(body as never);
                return { kind: "nothing-new" };
              },
            }
          );
        },
      }));
    const start = (count = 1) =>
      Promise.all(
        Array.from({ length: count }, () => bed.newGroup({ reactions: reactions() }).start()),
      );
    const loseBoth = async () => {
      asked.length = 0;
      await start();
      const { payment, facts } = await publishedAndHandled(2);
      await bed.stopGroups();
      await lose(facts);
      await start(2);
      await eventually("both are parked", async () => (await parkedOf(facts)).length === 2);
      bed.calls.length = 0;
      return { payment, facts };
    };
    /** What the tests before have left is parked beside them. */
    const parkedOf = async (facts: readonly TestMessage[]) =>
      (await listParked(bed.database)).filter(({ factId }) =>
        facts.some(({ id }) => id === factId),
      );
    const areDone = (facts: readonly TestMessage[]) =>
      eventually("both are done", async () => (await parkedOf(facts)).length === 0);
    const maybeSent = (payment: TestPayment, provider: string | null = null) =>
      replayParked(bed.database, {
        group,
        aggregateId: payment.transactionId,
        maybeSent: { provider },
      });

    it("is handled once and in order as that, by one of two replicas, and never as what was not sent", async () => {
      const { payment, facts } = await loseBoth();
      expect(await maybeSent(payment, "carrier")).toBe(2);
      await areDone(facts);
      expect(asked).toEqual(facts.map(({ id }) => `${id} carrier`));
      for (const fact of facts) await bed.publish(fact);
      await run(endOthersText);
      await expectQuiet();
      expect([bed.calls, asked.length, await bed.totalOf(payment)]).toEqual([[], 2, 0n]);
      expect(await bed.rows("select from facts_maybe_sent")).toBe(0);
    });

    it("is due for nobody who knows nothing of it, before and behind a replay that failed", async () => {
      const { payment, facts } = await loseBoth();
      bed.control.before = () => {
        throw new RangeError("a planted bug");
      };
      await maybeSent(payment);
      await eventually("the first replay has failed", async () => {
        return (await parkedOf(facts))[0]?.maybeSent?.reason?.includes("planted") === true;
      });
      // All by which what was not sent is found to be due, and what is made due with all others.
      const isFound = "due_at is not null or reason not like 'handled before%'";
      expect(await bed.rows(`select from parked_facts where ${isFound}`)).toBe(0);
      await bed.stopGroups();
      asked.length = 0;
      await start(2);
      await expectQuiet();
      expect(asked).toEqual([]);
      expect(await replayParked(bed.database, { group })).toBe(2);
      await areDone(facts);
      expect([bed.calls, asked.length]).toEqual([[], 2]);
    });

    it("stays that where somebody makes it due as if it had not been sent", async () => {
      const { payment, facts } = await loseBoth();
      await bed.stopGroups();
      await maybeSent(payment);
      const ids = facts.map(({ id }) => id);
      await run("update parked_facts set due_at = now() where fact_id = any($1)", [ids]);
      await start(2);
      await areDone(facts);
      // Two replicas may find it by one due moment each; the second has no effect.
      expect([bed.calls, await bed.totalOf(payment), new Set(asked).size]).toEqual([[], 0n, 2]);
    });

    it("is not handled at all where its reaction would send it", async () => {
      asked.length = 0;
      const sending = sendingMoney().map((reaction) => ({ ...reaction, maySendMoney: true }));
      await bed.newGroup({ reactions: sending }).start();
      const { payment, facts } = await publishedAndHandled(1);
      await lose(facts);
      bed.calls.length = 0;
      await run(endOthersText);
      await eventually("it is parked", async () => (await parkedOf(facts)).length === 1);
      await maybeSent(payment);
      await eventually("its replay has failed", async () => {
        return typeof (await parkedOf(facts))[0]?.maybeSent?.reason === "string";
      });
      expect(bed.calls).toEqual([]);
      await run("delete from parked_facts");
    });

    it("is not said of what was not handled before", async () => {
      await start();
      bed.control.before = () => {
        throw new RangeError("a planted bug");
      };
      const payment = await bed.openCounter();
      const fact = completed(payment);
      await bed.publish(fact);
      await eventually("it is parked", async () => (await parkedOf([fact])).length === 1);
      expect(await maybeSent(payment)).toBe(0);
      await run("delete from parked_facts");
    });
  });

  it("leaves parked facts to themselves", async () => {
    await bed.newGroup().start();
    const payment = await bed.openCounter();
    bed.control.before = () => {
      throw new RangeError("a planted bug");
    };
    const fact = completed(payment);
    await bed.publish(fact);
    const parked = () => bed.rows(`select from parked_facts where fact_id = '${fact.id}'`);
    await eventually("it is parked", async () => (await parked()) === 1);
    const callsOfParked = () => bed.calls.filter((id) => id === fact.id).length;
    const calls = callsOfParked();
    await run(endOthersText);
    const { facts } = await (async () => {
      bed.control.before = () => undefined;
      return publishedAndHandled(1);
    })();
    await lose(facts);
    await run(endOthersText);

    await eventually("what was lost is there again", () => facts[0] && isHandled(facts[0]));
    expect(callsOfParked()).toBe(calls);
    expect(await parked()).toBe(1);
    await run("delete from parked_facts");
  });

  it("does not take a fact for lost that is replayed while it looks", async () => {
    await bed.newGroup().start();
    bed.control.before = () => {
      throw new RangeError("a planted bug");
    };
    const fact = completed(await bed.openCounter());
    await bed.publish(fact);
    // The facts of the tests before are forgotten, too, and may be parked beside it.
    await eventually("it is parked", async () => {
      return (await bed.rows(`select from parked_facts where fact_id = '${fact.id}'`)) === 1;
    });
    const replayedBehind = async (reaction: string, factId: string): Promise<boolean> => {
      if (factId !== fact.id) return true;
      await run("insert into handled (reaction, fact_id) values ($1, $2)", [reaction, factId]);
      await run("delete from parked_facts where fact_id = $1", [factId]);
      return false;
    };
    const durable = { stream: bed.stream, name: group };
    const handling = {
      group,
      database: bed.database,
      reactions: bed.reactions(),
      wasHandled: replayedBehind,
    } as const;

    expect(await findUnhandled(bed.messaging.connection, durable, handling)).toEqual([]);
    await run("delete from parked_facts");
  });

  it("has them again when the service starts on it", async () => {
    await bed.newGroup().start();
    const { payment, facts } = await publishedAndHandled(2);
    await bed.stopGroups();
    await lose(facts);

    await Promise.all([bed.newGroup().start(), bed.newGroup().start()]);
    await eventually("the effects are there again", async () => {
      return (await bed.totalOf(payment)) === 2n && (await Promise.all(facts.map(isHandled)))[1];
    });
    expect(await bed.totalOf(payment)).toBe(2n);
  });
});

import { newId } from "@sanu/kernel";
import { eventually, startTcpProxy } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openDatabase } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import { PeerUnavailableError } from "./failure.ts";
import { listParked, replayParked } from "./parked-facts.ts";
import {
  completed,
  createReactionBed,
  group,
  initiatedOf,
  type TestMessage,
  type TestPayment,
} from "./reactions.fixture.ts";

const bed = await createReactionBed();
afterAll(() => bed.close());

describe("a fact that cannot be handled", () => {
  afterEach(async () => {
    await bed.stopGroups();
    // Handled, or the next group would find that its database lacks them.
    await bed.database.query(
      CompiledQuery.raw(
        `with settled as (delete from parked_facts returning fact_id)
         insert into handled (reaction, fact_id)
         select 'raise-counter', fact_id::uuid from settled where fact_id !~ ':'
         on conflict do nothing`,
        [],
      ),
    );
  });

  const parked = () => listParked(bed.database, { group });
  const parkedIds = async () => (await parked()).map(({ factId }) => factId);
  const untilParked = (count: number) =>
    eventually(`${count} are parked`, async () => {
      const found = await parked();
      return found.length === count && found;
    });
  const publishAll = async (facts: readonly TestMessage[]) => {
    for (const fact of facts) await bed.publish(fact);
  };

  it("is parked at once when it would fail in the same way again, and only its aggregate waits", async () => {
    const [broken, sound] = await Promise.all([bed.openCounter(), bed.openCounter()]);
    const facts = [completed(broken), completed(broken), completed(sound)];
    bed.control.before = (data) => {
      if (data.transactionId === broken.transactionId) throw new RangeError("a planted bug");
    };
    await bed.newGroup().start();
    await publishAll(facts);

    await eventually("the other goes on", async () => (await bed.totalOf(sound)) === 1n);
    const [first, second] = await untilParked(2);
    expect(first).toMatchObject({
      factId: facts[0]?.id,
      aggregateId: broken.transactionId,
      cause: "deterministic",
      reason: "RangeError: a planted bug",
      attempts: 1,
      dueAt: null,
    });
    expect(second).toMatchObject({ factId: facts[1]?.id, cause: "behind" });
    expect(bed.calls.filter((id) => id === facts[0]?.id)).toHaveLength(1);
  });

  it("is replayed by command with those behind it, in their order", async () => {
    const payment = await bed.openCounter();
    const facts = [completed(payment), completed(payment), completed(payment)];
    bed.control.before = () => {
      throw new RangeError("a planted bug");
    };
    await bed.newGroup().start();
    await publishAll(facts);
    await untilParked(3);

    bed.calls.length = 0;
    bed.control.before = () => undefined;
    expect(await replayParked(bed.database, { group, aggregateId: "somebody-else" })).toBe(0);
    expect(await replayParked(bed.database, { group, aggregateId: payment.transactionId })).toBe(3);
    await untilParked(0);
    expect(bed.calls).toEqual(facts.map(({ id }) => id));
    expect(await bed.totalOf(payment)).toBe(3n);
    const next = completed(payment);
    await bed.publish(next);
    await eventually("the next is not parked", async () => (await bed.totalOf(payment)) === 4n);
  });

  it("stays parked, and those behind it, when a replay fails", async () => {
    const payment = await bed.openCounter();
    const facts = [completed(payment), completed(payment)];
    bed.control.before = () => {
      throw new RangeError("a planted bug");
    };
    await bed.newGroup().start();
    await publishAll(facts);
    await untilParked(2);
    await replayParked(bed.database, { group });

    const [first] = await eventually("it failed again", async () => {
      const found = await parked();
      return found[0]?.attempts === 2 && found;
    });
    expect(first?.dueAt).toBeNull();
    expect(await parkedIds()).toEqual(facts.map(({ id }) => id));
    expect(await bed.totalOf(payment)).toBe(0n);
  });

  it("is tried three times when the failure may pass, then parked until it is due", async () => {
    const payment = await bed.openCounter();
    const fact = completed(payment);
    let failures = 0;
    bed.control.before = () => {
      failures += 1;
      if (failures <= 3) throw new Error("not now");
    };
    await bed.newGroup().start();
    await bed.publish(fact);

    const [row] = await untilParked(1);
    expect(row).toMatchObject({ cause: "transient", attempts: 3, reason: "Error: not now" });
    expect(row?.dueAt).not.toBeNull();
    await bed.database.query(
      CompiledQuery.raw("update parked_facts set due_at = clock_timestamp()", []),
    );
    await eventually("it is replayed by itself", async () => (await bed.totalOf(payment)) === 1n);
    await untilParked(0);
  });

  it("waits for a neighbour that is away, holds up nobody else, and goes on soon after it is back", async () => {
    const payments = await Promise.all(Array.from({ length: 40 }, () => bed.openCounter()));
    const first = payments.map((payment) => completed(payment));
    const second = payments.map((payment) => completed(payment));
    let isAway = true;
    let asked = 0;
    bed.control.before = async () => {
      asked += 1;
      if (!isAway) return;
      // As long as a question takes that nobody answers.
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new PeerUnavailableError("nobody answers");
    };
    await bed.newGroup().start();
    await publishAll(first);
    await publishAll(second);
    const initiated = payments.map((payment) => initiatedOf(payment));
    await publishAll(initiated);

    const needNobody = "select from handled where reaction = 'ignore-PaymentInitiated'";
    await eventually("the others go on", async () => (await bed.rows(needNobody)) === 40);
    const waiting = await untilParked(80);
    expect(new Set(waiting.map(({ cause }) => cause))).toEqual(new Set(["transient", "behind"]));
    expect(waiting[0]?.reason).toBe("PeerUnavailableError: nobody answers");
    asked = 0;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(asked).toBeLessThan(100);

    bed.calls.length = 0;
    isAway = false;
    await eventually("nobody waits any more", async () => (await parked()).length === 0, 20_000);
    for (const payment of payments) expect(await bed.totalOf(payment)).toBe(2n);
    const place = (fact: TestMessage | undefined) => bed.calls.indexOf(fact?.id ?? "");
    for (const index of payments.keys()) {
      expect(place(first[index])).toBeLessThan(place(second[index]));
    }
  });

  it("is parked when no schema here reads its version, its data, or its headers", async () => {
    const [future, broken] = await Promise.all([bed.openCounter(), bed.openCounter()]);
    const type = "sanu.payments.PaymentCompleted.v9";
    const facts = [
      completed(future, { type }),
      completed(future),
      completed(broken, { body: '{"paymentId":' }),
      completed(await bed.openCounter(), { body: '{"amountXof":"-1"}' }),
      completed(await bed.openCounter(), { id: "not-a-uuid" }),
    ];
    await bed.newGroup().start();
    await publishAll(facts);

    const found = await untilParked(5);
    const byId = new Map(found.map((row) => [row.factId, row]));
    expect(byId.get(facts[0]?.id ?? "")).toMatchObject({ cause: "unreadable", type });
    // A release that knows the version may come; nothing mends data that is broken.
    const waits = [0, 2, 3].map((index) => byId.get(facts[index]?.id ?? "")?.dueAt !== null);
    expect(waits).toEqual([true, false, false]);
    // Its aggregate is known by its source alone, and a later fact of that source waits.
    expect(byId.get(facts[1]?.id ?? "")).toMatchObject({
      cause: "behind",
      aggregateId: future.paymentId,
    });
    expect(byId.get(facts[2]?.id ?? "")?.reason).toMatch(/^SyntaxError/);
    expect(byId.get(facts[3]?.id ?? "")?.reason).toMatch(/^ZodError/);
    expect(found.some(({ factId }) => factId.startsWith(`${bed.stream}:`))).toBe(true);
    expect(bed.calls).toEqual([]);
  });

  it("is handled by itself when the release comes that knows its version, and those behind it", async () => {
    const payment = await bed.openCounter();
    const facts = [
      completed(payment, { type: "sanu.payments.PaymentCompleted.v9" }),
      completed(payment),
    ];
    await bed.newGroup().start();
    await publishAll(facts);
    await untilParked(2);
    await bed.stopGroups();
    const next = bed.reactions().map((reaction) => ({
      ...reaction,
      read: (type: string, body: unknown) => reaction.read(type.replace(/v9$/, "v1"), body),
    }));
    // The slow pace is over.
    await bed.database.query(
      CompiledQuery.raw(
        `update parked_facts set due_at = clock_timestamp() where cause = 'unreadable' and due_at is not null`,
        [],
      ),
    );
    await bed.newGroup({ reactions: next }).start();

    await untilParked(0);
    expect(await bed.totalOf(payment)).toBe(2n);
  });

  it("waits slowly for a schema that its release does not have yet", async () => {
    const payment = await bed.openCounter();
    bed.control.before = () => {
      throw Object.assign(new Error("column does not exist"), { code: "42703" });
    };
    await bed.newGroup().start();
    await bed.publish(completed(payment));

    const [row] = await untilParked(1);
    expect(row).toMatchObject({ cause: "deterministic", attempts: 1 });
    expect(row?.dueAt).not.toBeNull();
    bed.control.before = () => undefined;
  });

  it("hurts no other aggregate among two thousand, however it is broken", async () => {
    const counters = await Promise.all(Array.from({ length: 400 }, () => bed.openCounter()));
    const [sound, throwing, unreadable] = [
      counters.slice(20),
      counters.slice(0, 10),
      counters.slice(10, 20),
    ];
    const thrown = new Set(throwing.map(({ transactionId }) => transactionId));
    bed.control.before = ({ transactionId }) => {
      if (thrown.has(transactionId)) throw new RangeError("a planted bug");
    };
    const breakages: readonly ((of: TestPayment) => TestMessage)[] = [
      (of) => completed(of, { body: '{"paymentId":' }),
      (of) => completed(of, { body: '{"amountXof":"-1"}' }),
      (of) => completed(of, { type: "sanu.payments.PaymentCompleted.v9" }),
      (of) => completed(of, { type: "sanu.payments.PaymentCompleted.vX" }),
      (of) => completed(of, { position: `1.${"9".repeat(40)}.1`, body: "[" }),
    ];
    const broken = unreadable.map(
      (payment, index) => breakages[index % 5]?.(payment) ?? completed(payment),
    );
    await bed.newGroup().start();
    const facts = [...broken];
    for (let round = 0; round < 5; round += 1) facts.push(...counters.map((of) => completed(of)));
    await publishAll(facts);

    await eventually("all others are handled", async () => {
      const totals = await Promise.all(sound.map((payment) => bed.totalOf(payment)));
      return totals.every((total) => total === 5n);
    });
    const found = await untilParked(10 + 20 * 5);
    const causes = Map.groupBy(found, ({ cause }) => cause);
    expect(causes.get("unreadable")).toHaveLength(10);
    expect(causes.get("deterministic")).toHaveLength(10);
    expect(causes.get("behind")).toHaveLength(90);
  });

  it("that had its effect before it was parked has no second one in the replay", async () => {
    const payment = await bed.openCounter();
    const fact = completed(payment);
    await bed.newGroup().start();
    await bed.publish(fact);
    await eventually("it is handled", async () => (await bed.totalOf(payment)) === 1n);
    await bed.database.query(
      CompiledQuery.raw(
        `insert into parked_facts (group_name, fact_id, lane, log_epoch, transaction_id, position,
           headers, data, cause, reason, attempts, due_at)
         values ($1, $2, $3, 1, '1', 1, $4, $5, 'transient', 'test', 1, clock_timestamp())`,
        [
          group,
          fact.id,
          payment.transactionId,
          JSON.stringify({
            "ce-id": fact.id,
            "ce-type": fact.type,
            "ce-source": "/sanu/payments",
            "ce-subject": fact.subject,
            "ce-time": "2026-11-21T07:00:00.000000Z",
            "ce-correlationid": "request-1",
            "ce-causationid": "command-1",
            "ce-position": fact.position,
          }),
          Buffer.from(fact.body),
        ],
      ),
    );

    await untilParked(0);
    expect(await bed.totalOf(payment)).toBe(1n);
  });

  it("is not parked while our own database is away, however long", async () => {
    const payment = await bed.openCounter();
    const facts = [completed(payment), completed(payment)];
    const url = new URL(bed.databaseUrl);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `${proxy.host}:${proxy.port}`;
    const broken = openDatabase({ url: url.href, poolMax: 4, applicationName: "broken-wire" });
    await bed.newGroup({ database: broken }).start();
    proxy.setWire({ kind: "cut" });
    await publishAll(facts);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await parked()).toEqual([]);
    expect(await bed.totalOf(payment)).toBe(0n);

    proxy.setWire({ kind: "clear" });
    await eventually("both are handled", async () => (await bed.totalOf(payment)) === 2n);
    expect(await parked()).toEqual([]);
    await bed.stopGroups();
    await broken.close();
    await proxy.close();
  });

  /** A fact that waits for a closed service, and has done so for a while. */
  const heldBack = async (sinceMs: number) => {
    const gate = createGate();
    gate.close("the log was put back");
    const payment = await bed.openCounter();
    await bed.newGroup({ gate }).start();
    await bed.publish(completed(payment));
    await new Promise((resolve) => setTimeout(resolve, sinceMs));
    return { gate, payment };
  };

  it("waits while the service is closed", async () => {
    const { gate, payment } = await heldBack(500);
    expect(bed.calls).toEqual([]);

    gate.open();
    await eventually("it is handled", async () => (await bed.totalOf(payment)) === 1n);
  });

  it("goes to another replica when the one that waits is stopped", async () => {
    const { payment } = await heldBack(300);
    await bed.stopGroups();
    await bed.newGroup().start();

    // Far sooner than the acknowledgement's time limit.
    await eventually("it is handled", async () => (await bed.totalOf(payment)) === 1n, 8_000);
    expect(bed.calls).toHaveLength(1);
  });

  it("holds back facts of the same aggregate from another source and on another replica", async () => {
    const payment = await bed.openCounter();
    const other = { ...payment, paymentId: newId<string>() };
    bed.control.before = () => {
      throw new RangeError("a planted bug");
    };
    await bed.newGroup().start();
    await bed.publish(completed(payment));
    await untilParked(1);
    await bed.stopGroups();
    await bed.newGroup().start();
    const later = completed(other);
    await bed.publish(later);

    const found = await untilParked(2);
    expect(bed.calls).toEqual([later.id]);
    const { transactionId: aggregateId } = payment;
    expect(found[1]).toMatchObject({ factId: later.id, aggregateId, cause: "behind" });
    expect(await bed.totalOf(payment)).toBe(0n);
  });
});

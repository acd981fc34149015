import { TransactionPaid } from "@sanu/contracts";
import { type EventId, newId, systemClock } from "@sanu/kernel";
import { createEventStore, createGate } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PayoutEvent } from "./payout/events.ts";
import { publish } from "./publish.ts";
import { whenTransactionPaid } from "./reactions/when-transaction-paid.ts";
import { createSending, type Sending, type TestPayout } from "./sending.fixture.ts";

const settled = ["PayoutRequested", "PayoutSettled"] as const;
const once = { begun: 1, settled: 1 };

describe("a send whose answer is lost", () => {
  let world: Sending;

  beforeEach(async () => {
    world = await createSending();
  });

  afterEach(() => world.stop());

  /** Reacts as a process that dies right after its commit: the intention is stored, nothing is sent. */
  const reactAndDie = async (payout: TestPayout, factId = newId<"EventId">()) => {
    const store = createEventStore({
      database: world.database,
      schema: PayoutEvent,
      publish,
      projections: [],
      gate: createGate(),
      afterPublicCommit: () => undefined,
    });
    const worker = { owner: "a process that dies", runNow: () => undefined };
    const reaction = whenTransactionPaid({ store, clock: systemClock, worker });
    return reaction.read(TransactionPaid.type, payout.fact)?.react({
      handled: CompiledQuery.raw("insert into handled (reaction, fact_id) values ('test', $1)", [
        factId,
      ]),
      context: { correlationId: "test", causationId: factId },
      attributes: attributesOf(factId),
    });
  };

  it("between the intention and the send is sent once by whoever takes over", async () => {
    const payout = world.newPayout("ok@sandbox.sanu");
    expect(await reactAndDie(payout)).toMatchObject({ kind: "accepted" });
    await Promise.all([world.start(), world.start()]);
    expect(await world.sendsOf(payout)).toEqual({ begun: 0, settled: 0 });
    await world.rows("update attempts set lease_until = now()");
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual(once);
  });

  it("after the invoice was stored is asked about first, then sent under the same hash", async () => {
    const { control } = world.sandbox;
    control.addFault({ operation: "lightning.pay", mode: "reset", times: 1 });
    await world.start();
    const payout = await world.order("ok@sandbox.sanu");
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual(once);
    expect(world.callsOf("lightning.invoice")).toBe(1);
    const operations = world.sandbox.journal.ofKind("call").map(({ operation }) => operation);
    expect(operations.slice(0, 3)).toEqual([
      "lightning.invoice",
      "lightning.pay",
      "lightning.track",
    ]);
  });

  it.each(["hang", "reset", "http-500", "html", "garbage"] as const)(
    "because of %s, though the node paid, is proven by asking and not sent again",
    async (mode) => {
      world.sandbox.control.addFault({ operation: "lightning.pay", mode, acts: true, times: 1 });
      await world.start();
      const payout = await world.order("ok@sandbox.sanu");
      await world.happened(payout, ...settled);
      expect(await world.sendsOf(payout)).toEqual(once);
      expect(world.callsOf("lightning.pay")).toBe(1);
    },
  );

  it("for a while is not taken for failed: 404, 429, 5xx and silence end nothing", async () => {
    const { control } = world.sandbox;
    control.addFault({ operation: "lightning.pay", mode: "hang", acts: true, times: 1 });
    for (const mode of ["not-found", "http-500", "http-429", "html", "not-found"] as const) {
      control.addFault({ operation: "lightning.track", mode, times: 1 });
    }
    await world.start();
    const payout = await world.order("ok@sandbox.sanu");
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual(once);
    expect(world.callsOf("lightning.invoice")).toBe(1);
  });

  it("while preparing is prepared again, since nothing can have been sent", async () => {
    world.sandbox.control.addFault({ operation: "lightning.invoice", mode: "reset", times: 2 });
    await world.start();
    const payout = await world.order("ok@sandbox.sanu");
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual(once);
  });

  it("is handled once when the same fact reaches two processes at once", async () => {
    const payout = world.newPayout("ok@sandbox.sanu");
    const factId = newId<"EventId">();
    const results = await Promise.all(Array.from({ length: 6 }, () => reactAndDie(payout, factId)));
    expect(results.filter((result) => result?.kind === "accepted")).toHaveLength(1);
    expect(await world.rows("select 1 from attempts")).toHaveLength(1);
    expect(await world.eventsOf(payout)).toHaveLength(1);
  });

  it("has one effect for each payout with two replicas, even when a lease runs out midway", async () => {
    world.sandbox.control.setLatencyMs(150);
    const times = { pollMs: 10 };
    const paces = { limits: { askFirstMs: 50, askMostMs: 100, resendGraceMs: 0 }, times };
    await Promise.all([world.start({ paces }), world.start({ paces })]);
    const payouts = await Promise.all(
      Array.from({ length: 10 }, () => world.order("ok@sandbox.sanu")),
    );
    // Leases that end too early: the other replica takes over while the call is still under way.
    for (let theft = 0; theft < 8; theft += 1) {
      await new Promise((resolve) => setTimeout(resolve, 90));
      await world.rows("update attempts set lease_until = now() where lease_until is not null");
    }
    await Promise.all(payouts.map((payout) => world.happened(payout, ...settled)));
    expect(await Promise.all(payouts.map(world.sendsOf))).toEqual(payouts.map(() => once));
    const [row] = await world.rows<{ fence: bigint }>("select max(fence) as fence from attempts");
    expect(row?.fence).toBeGreaterThan(1n);
  });

  it("is not made by a process whose lease is too old, and is made once by another", async () => {
    const late = await world.start({ paces: { times: { pollMs: 20, leaseMs: 1 } } });
    const payout = await world.order("ok@sandbox.sanu");
    await eventually("the late process has tried", async () => {
      const text = "select 1 from attempts where fence > 3 and natural_key is not null";
      return (await world.rows(text)).length === 1;
    });
    expect(await world.sendsOf(payout)).toEqual({ begun: 0, settled: 0 });

    await late.stop();
    await world.start();
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual(once);
  });

  it("refuses to pay one invoice for two payouts at once", async () => {
    await world.start();
    const slow = await world.order("slow@sandbox.sanu");
    const invoice = await eventually("the first invoice is stored", async () => {
      const text = "select payload from attempts where subject_id = $1";
      const [row] = await world.rows<{ payload: string | null }>(text, slow.payoutId);
      return /lnbc[a-z0-9]+/.exec(row?.payload ?? "")?.[0];
    });
    const second = await world.order(invoice);
    await world.happened(second, "PayoutRequested", "PayoutFailed");
    expect((await world.eventsOf(second)).at(-1)).toMatchObject({ reason: "destination-unusable" });
    await world.happened(slow, ...settled);
    expect(world.sandbox.journal.ofKind("send-settled")).toHaveLength(1);
  });
});

function attributesOf(factId: EventId) {
  return {
    id: factId,
    type: TransactionPaid.type,
    source: "/sanu/transactions",
    subject: "test",
    time: systemClock.now(),
    correlationid: "test",
    causationid: "test",
    position: "1.1.1",
  };
}

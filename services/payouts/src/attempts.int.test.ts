import { newId, systemClock } from "@sanu/kernel";
import { createEventStore, createGate } from "@sanu/platform";
import { createSandboxSendRail, type SendRail } from "@sanu/rails";
import {
  attributesOfFact,
  deliveredToReaction,
  dyingExecutor,
  eventually,
  quickTimings,
} from "@sanu/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestPayout } from "./orders.fixture.ts";
import { payout as aggregate } from "./payout/decide.ts";
import { PayoutEvent } from "./payout/events.ts";
import { publishPayout } from "./payout/publish.ts";
import { createPayoutWorld } from "./payouts.fixture.ts";
import { whenTransactionPaid } from "./reactions/when-transaction-paid.ts";
import { whenTransactionRefundRequested } from "./reactions/when-transaction-refund-requested.ts";

const settled = ["PayoutRequested", "PayoutSettled"] as const;
const once = { begun: 1, settled: 1 };
/** Standing still for longer than the part of a lease in which a call may begin, and for less than the lease. */
const limits = { leaseMs: 4_000, stillMs: 1_800 } as const;

const world = await createPayoutWorld({ slowMs: 500 });
afterAll(() => world.stop());

const onlySandbox = {
  choose: async () => ({ provider: "sandbox", reason: "first-choice" as const, passedOver: [] }),
};

describe("a send whose answer is lost", () => {
  let before: { readonly calls: number; readonly settled: number };

  beforeEach(() => {
    const { control, journal } = world.sandbox;
    control.clearFaults();
    control.setLatencyMs(0);
    before = {
      calls: journal.ofKind("call").length,
      settled: journal.ofKind("send-settled").length,
    };
  });

  afterEach(() => world.stopReplicas());

  /** The calls of this test, by name and in their order. */
  const operations = () =>
    world.sandbox.journal
      .ofKind("call")
      .slice(before.calls)
      .map(({ operation }) => operation)
      // What we hold is asked for at any moment.
      .filter((operation) => !/^(floats|balances)\./.test(operation));
  const callsOf = (name: string) => operations().filter((operation) => operation === name).length;

  /** Reacts as a process that dies right after its commit: the intention is stored, nothing is sent. */
  const reactAndDie = async (payout: TestPayout, factId = newId<"EventId">()) => {
    const store = createEventStore({
      database: world.database,
      schema: PayoutEvent,
      publish: publishPayout,
      projections: [],
      gate: createGate(),
      afterPublicCommit: () => undefined,
    });
    const dying = dyingExecutor(store, aggregate);
    const executors = { send: dying, disbursement: dying };
    const nodes = { choose: async () => undefined };
    const terms = { feeLimitBasisPoints: 200n };
    const deps = { executors, clock: systemClock, connectors: onlySandbox, nodes, terms };
    const { type } = payout.definition;
    const reactions = [whenTransactionPaid(deps), whenTransactionRefundRequested(deps)];
    const reaction = reactions.find(({ factName }) => factName === payout.definition.name);
    const attributes = attributesOfFact(payout.definition, { id: factId });
    return reaction?.read(type, payout.fact)?.react(deliveredToReaction("test", attributes));
  };

  /** Two replicas find what a process left behind that died, and end it. */
  const takenOver = async (payout: TestPayout, meanwhile = async () => {}) => {
    expect(await reactAndDie(payout)).toMatchObject({ kind: "accepted" });
    await Promise.all([world.start(), world.start()]);
    await meanwhile();
    await world.rows("update attempts set lease_until = now()");
    await world.happened(payout, ...settled);
  };

  it("between the intention and the send is sent once by whoever takes over", async () => {
    const payout = world.make.purchase("ok@sandbox.sanu");
    await takenOver(payout, async () => {
      expect(await world.sendsOf(payout)).toEqual({ begun: 0, settled: 0 });
    });
    expect(await world.sendsOf(payout)).toEqual(once);
  });

  it("before the call, of sats that go back, is sent once by whoever takes over", async () => {
    const refund = world.make.refund("ok@sandbox.sanu");
    await takenOver(refund);
    expect(await world.sendsOf(refund)).toEqual(once);
  });

  it("before the call, of XOF, is asked about by whoever takes over, then ordered once", async () => {
    const sale = world.make.sale("+2290196000001");
    await takenOver(sale);
    expect(await world.disbursementsOf(sale)).toEqual(once);
    expect(operations()[0]).toBe("disbursements.read");
    expect(callsOf("disbursements.create")).toBe(1);
  });

  it("after the invoice was stored is asked about first, then sent under the same hash", async () => {
    const { control } = world.sandbox;
    control.addFault({ operation: "lightning.pay", mode: "reset", times: 1 });
    await world.start();
    const payout = await world.order("ok@sandbox.sanu");
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual(once);
    expect(callsOf("lightning.invoice")).toBe(1);
    expect(operations().slice(0, 3)).toEqual([
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
      expect(callsOf("lightning.pay")).toBe(1);
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
    expect(callsOf("lightning.invoice")).toBe(1);
  });

  it("while preparing is prepared again, since nothing can have been sent", async () => {
    world.sandbox.control.addFault({ operation: "lightning.invoice", mode: "reset", times: 2 });
    await world.start();
    const payout = await world.order("ok@sandbox.sanu");
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual(once);
  });

  it("is handled once when the same fact reaches two processes at once", async () => {
    const payout = world.make.purchase("ok@sandbox.sanu");
    const factId = newId<"EventId">();
    const results = await Promise.all(Array.from({ length: 6 }, () => reactAndDie(payout, factId)));
    expect(results.filter((result) => result?.kind === "accepted")).toHaveLength(1);
    const text = "select 1 from attempts where subject_id = $1";
    expect(await world.rows(text, payout.payoutId)).toHaveLength(1);
    expect(await world.eventsOf(payout)).toHaveLength(1);
  });

  it("has one effect for each payout with two replicas, even when a lease runs out midway", async () => {
    world.sandbox.control.setLatencyMs(150);
    const times = { pollMs: 10 };
    const timings = {
      limits: { statusCheckFirstMs: 50, statusCheckMostMs: 100, resendGraceMs: 0 },
      times,
    };
    await Promise.all([world.start({ timings }), world.start({ timings })]);
    const payouts = await Promise.all(
      Array.from({ length: 10 }, () => world.order("ok@sandbox.sanu")),
    );
    // Leases that end too early: the other replica takes over while the call is still under way.
    await eventually("some were taken over", async () => {
      await new Promise((resolve) => setTimeout(resolve, 90));
      await world.rows("update attempts set lease_until = now() where lease_until is not null");
      const text =
        "select count(*)::int as taken from attempts where fence > 1 and subject_id = any($1)";
      const ids = payouts.map(({ payoutId }) => payoutId);
      const [row] = await world.rows<{ taken: number }>(text, ids);
      return (row?.taken ?? 0) >= 3;
    });
    await Promise.all(payouts.map((payout) => world.happened(payout, ...settled)));
    expect(await Promise.all(payouts.map(world.sendsOf))).toEqual(payouts.map(() => once));
  });

  it("is not made by a process whose lease is too old, and is made once by another", async () => {
    // It stands still while it stores what it prepared, and looks for no more work of its own.
    const times = { pollMs: 60_000, leaseMs: limits.leaseMs };
    const sendRails = [standingStill(world.sandbox.url, limits.stillMs)];
    await world.start({ sendRails, timings: { ...quickTimings, times } });
    const payout = await world.order("ok@sandbox.sanu");
    await eventually(
      "the late process has given it back, or lost it on a machine that stood still, too",
      async () => {
        const text = `select 1 from attempts where subject_id = $1 and called_at is null
        and (lease_until < now() or (natural_key is not null and lease_owner is null))`;
        return (await world.rows(text, payout.payoutId)).length === 1;
      },
    );
    expect(await world.sendsOf(payout)).toEqual({ begun: 0, settled: 0 });
    expect(callsOf("lightning.pay")).toBe(0);

    await world.start();
    await world.happened(payout, ...settled);
    expect(await world.sendsOf(payout)).toEqual(once);
  });

  it("refuses to pay one invoice for two payouts at once", async () => {
    await world.start();
    const slow = await world.order("slow@sandbox.sanu");
    await eventually("the first invoice is stored", async () => {
      const text = "select 1 from attempts where subject_id = $1 and natural_key is not null";
      return (await world.rows(text, slow.payoutId)).length === 1;
    });
    const issued = world.sandbox.journal.ofKind("invoice-issued");
    const { invoice = "" } =
      issued.findLast((one) => one.destination === "slow@sandbox.sanu") ?? {};
    const second = await world.order(invoice);
    await world.happened(second, "PayoutRequested", "PayoutFailed");
    expect((await world.eventsOf(second)).at(-1)).toMatchObject({ reason: "destination-unusable" });
    await world.happened(slow, ...settled);
    const ended = world.sandbox.journal.ofKind("send-settled").length;
    expect(ended - before.settled).toBe(1);
  });
});

/** The sandbox's rail in a process that stops, with everything in it, right after each preparation. */
function standingStill(baseUrl: string, stillMs: number): SendRail {
  const rail = createSandboxSendRail({ baseUrl });
  return {
    ...rail,
    async prepare(order) {
      const prepared = await rail.prepare(order);
      setImmediate(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stillMs);
      });
      return prepared;
    },
  };
}

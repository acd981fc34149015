import {
  createSandboxReceiveRail,
  type InvoiceHint,
  type LightningReceiveRail,
  type ReceiveStatus,
} from "@sanu/rails";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSaleWorld, type TestSale } from "./sale.fixture.ts";

const held = ["InvoiceRequested", "PaymentInitiated", "InvoiceHeld"] as const;
const taken = [...held, "CaptureRequested", "PaymentCompleted"] as const;

const world = await createSaleWorld();
afterAll(() => world.stop());

const capturesOf = ({ paymentHash }: TestSale) =>
  world.sandbox.journal
    .ofKind("invoice-captured")
    .filter((entry) => entry.paymentHash === paymentHash);

describe("a process that ends while sats are held", () => {
  beforeEach(() => world.replyToChecks(null));

  afterEach(() => world.stopReplicas());

  const endLeases = () => world.rows("update attempts set lease_until = now() where true");

  it("between the wish and the capture leaves it to another, who asks by hash and then captures", async () => {
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<LightningReceiveRail["capture"]>>>();
    const right = createSandboxReceiveRail({ baseUrl: world.sandbox.url });
    let captures = 0;
    const receiveRail: LightningReceiveRail = {
      ...right,
      capture() {
        captures += 1;
        return promise;
      },
    };
    // The call that hangs has its only place, so that it claims nothing when its lease is over.
    const times = { ...quickTimings.times, concurrencyMax: 1 };
    const first = await world.start({ receiveRail, timings: { ...quickTimings, times } });
    const sale = await world.sell();
    await world.pay(sale);
    await eventually("the first one is about to capture", () => captures === 1);

    await world.start();
    await endLeases();
    await world.happened(sale, ...taken);
    expect(capturesOf(sale)).toHaveLength(1);

    // What the first one hears now is worth nothing any more.
    resolve({ kind: "rejected", reason: "cancelled" });
    await first.stop();
    await world.happened(sale, ...taken);
  });

  it("and comes back with another key of invoices lets them go, since it cannot take them", async () => {
    world.replyToChecks("away");
    const first = await world.start();
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...held);
    await first.stop();

    world.replyToChecks(null);
    await world.start({}, { INVOICE_KEY: "another key, which is as long as it has to be" });
    await world.happened(sale, ...held, "ReleaseRequested", "PaymentFailed");
    expect(world.statusAtNode(sale)).toBe("cancelled");
    expect(capturesOf(sale)).toHaveLength(0);
  });

  it("is missed by nobody where there are two: each sale is taken once", async () => {
    await Promise.all([world.start(), world.start()]);
    const sales = await Promise.all(Array.from({ length: 8 }, () => world.sell()));
    await Promise.all(sales.map((sale) => world.pay(sale)));
    await Promise.all(sales.map((sale) => world.happened(sale, ...taken)));
    expect(sales.map((sale) => capturesOf(sale).length)).toEqual(sales.map(() => 1));
  });
});

describe("sats that are wanted", () => {
  const wanted = [...held, "CaptureRequested"] as const;
  const letGo = [...wanted, "ReleaseRequested", "PaymentFailed"] as const;

  beforeEach(() => world.replyToChecks(null));
  afterEach(async () => {
    world.sandbox.control.clearFaults();
    world.sandbox.control.setClockOffsetMs(0);
    await world.stopReplicas();
  });

  const wantedText = `select 1 from attempts where kind = 'capture' and subject_id =
    (select stream_id from events where data->>'paymentHash' = $1 limit 1)`;
  /** The node as it is, but for what it says of sats once they are wanted. */
  const railThatSays = (later: (status: ReceiveStatus) => ReceiveStatus): LightningReceiveRail => {
    const right = createSandboxReceiveRail({ baseUrl: world.sandbox.url });
    return {
      ...right,
      async status(paymentHash) {
        const status = await right.status(paymentHash);
        const isWanted = (await world.rows(wantedText, paymentHash)).length > 0;
        return isWanted ? later(status) : status;
      },
    };
  };
  const withFewBlocks = (status: ReceiveStatus): ReceiveStatus =>
    status.kind === "held" ? { ...status, blocksLeft: 19 } : status;

  it("are not taken where too few blocks are left at the call, and go back", async () => {
    await world.start({ receiveRail: railThatSays(withFewBlocks) });
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...letGo);
    expect(world.callsOf(sale, "invoices.capture")).toBe(0);
    expect(world.statusAtNode(sale)).toBe("cancelled");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "expired" });
  });

  it("are not taken by a repetition of a capture that was lost, once too few blocks are left", async () => {
    const blockMs = 600_000;
    world.sandbox.control.addFault({ operation: "invoices.capture", mode: "reset", times: 1_000 });
    await world.start();
    const sale = await world.sell();
    await world.pay(sale, { blocks: 20 });
    await world.happened(sale, ...wanted);
    const isLost = `select 1 from attempts where subject_id = $1 and kind = 'capture'
      and state = 'unknown'`;
    await eventually("the capture is lost", async () => {
      return (await world.rows(isLost, sale.paymentId)).length === 1;
    });
    world.sandbox.control.setClockOffsetMs(blockMs);
    await world.happened(sale, ...letGo);
    expect(capturesOf(sale)).toHaveLength(0);
    expect(world.statusAtNode(sale)).toBe("cancelled");
  });

  it("are ours where an earlier capture arrives while they are let go", async () => {
    let preimage = "";
    const receiveRail = railThatSays((status) => {
      if (status.kind === "held") world.sandbox.holds.capture(preimage);
      return withFewBlocks(status);
    });
    await world.start({ receiveRail });
    const sale = world.newSale();
    ({ preimage } = sale);
    await world.publish(sale);
    await world.pay(sale);
    await world.happened(sale, ...wanted, "ReleaseRequested", "PaymentCompleted");
    expect(capturesOf(sale)).toHaveLength(1);
  });

  it("wait while the node does not say how they are, and are taken when it does", async () => {
    let isAway = true;
    const unknown = { kind: "unknown", cause: "no-response" } as const;
    await world.start({ receiveRail: railThatSays((seen) => (isAway ? unknown : seen)) });
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...wanted);
    const isDelayed = `select 1 from attempts where subject_id = $1 and kind = 'capture'
      and last_error = 'no-response' and status_checks > 1`;
    await eventually("the node is asked again", async () => {
      return (await world.rows(isDelayed, sale.paymentId)).length === 1;
    });
    await world.happened(sale, ...wanted);
    expect(world.callsOf(sale, "invoices.capture")).toBe(0);
    isAway = false;
    await world.happened(sale, ...taken);
    expect(capturesOf(sale)).toHaveLength(1);
  });
});

/** A node that says by itself what happened, as its test wants it to. */
function tellingNode() {
  const right = createSandboxReceiveRail({ baseUrl: world.sandbox.url });
  const cursors: (string | null)[] = [];
  let say: (hint: InvoiceHint | "cut") => void = () => undefined;
  let listeners = 0;
  const receiveRail: LightningReceiveRail = {
    ...right,
    async *follow(cursor, signal) {
      cursors.push(cursor);
      listeners += 1;
      const waiting: (InvoiceHint | "cut")[] = [];
      try {
        for (;;) {
          const next = Promise.withResolvers<void>();
          say = (hint) => {
            waiting.push(hint);
            next.resolve();
          };
          signal.addEventListener("abort", () => next.resolve());
          if (waiting.length === 0) await next.promise;
          if (signal.aborted) return;
          const hint = waiting.shift();
          if (hint === "cut") throw new Error("The stream broke");
          if (hint !== undefined) yield hint;
        }
      } finally {
        listeners -= 1;
      }
    },
  };
  return {
    receiveRail,
    cursors,
    listeners: () => listeners,
    say: (hint: InvoiceHint | "cut") => say(hint),
  };
}

describe("what a node says by itself", () => {
  beforeEach(() => world.replyToChecks(null));
  afterEach(async () => {
    await world.stopReplicas();
    await world.rows("delete from node_cursors where true");
  });

  const checksText = `select status_checks_requested as checks from attempts where kind = 'invoice'
    and subject_id = (select stream_id from events where data->>'paymentHash' = $1 limit 1)`;
  const isAt = async (cursor: string) =>
    (await world.rows("select 1 from node_cursors where cursor = $1", cursor)).length === 1;

  it("makes us ask, however often it comes; the next who listens begins behind it, and one listens at a time", async () => {
    const node = tellingNode();
    const replica = { receiveRail: node.receiveRail, timings: quickTimings };
    await Promise.all([world.start(replica), world.start(replica)]);
    await eventually("somebody listens", () => node.listeners() === 1);
    const sale = await world.sell();
    await world.happened(sale, "InvoiceRequested", "PaymentInitiated");
    const { paymentHash } = sale;
    const hint = (cursor: string) => ({ kind: "changed", paymentHash, cursor }) as const;
    node.say(hint("1:0:"));
    await eventually("the cursor is stored", () => isAt("1:0:"));
    expect(await world.rows(checksText, paymentHash)).toMatchObject([{ checks: 1 }]);
    await world.pay(sale);
    await world.happened(sale, ...taken);

    // Twice, late, and of nobody here.
    node.say(hint("2:1:"));
    node.say(hint("2:1:"));
    node.say({ kind: "changed", paymentHash: "00".repeat(32), cursor: "3:2:" });
    await eventually("all of them are read", () => isAt("3:2:"));
    node.say("cut");
    await eventually("somebody listens again", () => node.cursors.length === 2);
    expect(node.cursors).toEqual([null, "3:2:"]);
    expect(node.listeners()).toBe(1);
    await world.happened(sale, ...taken);
    expect(capturesOf(sale)).toHaveLength(1);
  });

  it("closes it where it has lost what it had settled: it gets nothing new until it is opened again", async () => {
    const node = tellingNode();
    await world.start({ receiveRail: node.receiveRail, timings: quickTimings });
    await eventually("somebody listens", () => node.listeners() === 1);
    node.say({ kind: "restored" });
    const closed = () => world.rows("select 1 from node_cursors where closed_at is not null");
    await eventually("it is closed", async () => (await closed()).length === 1);
    const sale = await world.sell();
    const callsText = `select call_error as error from attempts where kind = 'invoice'
      and call_error = 'node-closed'`;
    await eventually("it is refused", async () => (await world.rows(callsText)).length > 0);
    expect(world.callsOf(sale, "invoices.create")).toBe(0);

    await world.rows("update node_cursors set closed_at = null, cursor = null where true");
    await world.pay(sale);
    await world.happened(sale, ...taken);
  });
});

import { ListClosedCollections } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { createSandboxReceiveRail, type InvoiceHint, type LightningReceiveRail } from "@sanu/rails";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSaleWorld, type TestSale } from "./sale.fixture.ts";

const taken = [
  "InvoiceRequested",
  "PaymentInitiated",
  "InvoiceHeld",
  "CaptureRequested",
  "PaymentCompleted",
] as const;

const world = await createSaleWorld();
afterAll(() => world.stop());

const { capturesOf } = world;

const startedWith = (...receiveRails: [LightningReceiveRail, ...LightningReceiveRail[]]) => ({
  receiveRails,
  timings: quickTimings,
});

/** A node that says by itself what happened, as its test wants it to. */
function tellingNode(provider = "sandbox") {
  const right = { ...createSandboxReceiveRail({ baseUrl: world.sandbox.url }), provider };
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

  const waitsForNode = ({ paymentId }: TestSale) => {
    const text =
      "select 1 from attempts where subject_id = $1 and 'node-closed' in (last_error, call_error)";
    const isWaiting = async () => (await world.rows(text, paymentId)).length > 0;
    return eventually("it waits for its node", isWaiting);
  };

  it("makes us ask, however often it comes; the next who listens begins behind it, and one listens at a time", async () => {
    const node = tellingNode();
    const replica = startedWith(node.receiveRail);
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
    node.say({ kind: "made", cursor: "4:2:" });
    await eventually("the place of the last one is stored", () => isAt("4:2:"));
    node.say("cut");
    await eventually("somebody listens again", () => node.cursors.length === 2);
    expect(node.cursors).toEqual([null, "4:2:"]);
    expect(node.listeners()).toBe(1);
    await world.happened(sale, ...taken);
    expect(capturesOf(sale)).toHaveLength(1);

    await world.stopReplicas();
    const left = await world.rows("select holder from node_cursors");
    expect(left).toEqual([{ holder: null }]);
  });

  it("closes it where it has lost what it had settled: it gets nothing new until it is opened again", async () => {
    const node = tellingNode();
    await world.start(startedWith(node.receiveRail));
    await eventually("somebody listens", () => node.listeners() === 1);
    node.say({ kind: "restored" });
    const closed = () => world.rows("select 1 from node_cursors where closed_at is not null");
    await eventually("it is closed", async () => (await closed()).length === 1);
    const sale = await world.sell();
    await waitsForNode(sale);
    expect(world.callsOf(sale, "invoices.create")).toBe(0);

    await world.rows("update node_cursors set closed_at = null, cursor = null where true");
    await world.pay(sale);
    await world.happened(sale, ...taken);
  });

  it("ends a sale that was ordered at a closed node with its own time: nobody could ever pay it", async () => {
    const node = tellingNode();
    await world.start(startedWith(node.receiveRail));
    await eventually("somebody listens", () => node.listeners() === 1);
    node.say({ kind: "restored" });
    await eventually("it is heard no more", () => node.listeners() === 0);
    const [expired, cancelled] = [await world.sell(), await world.sell()];
    await waitsForNode(expired);
    await waitsForNode(cancelled);
    await world.endTime(expired);
    await world.cancel(cancelled);
    for (const [sale, reason] of [
      [expired, "expired"],
      [cancelled, "cancelled"],
    ] as const) {
      await world.happened(sale, "InvoiceRequested", "ReleaseRequested", "PaymentFailed");
      expect(await world.lastEvent(sale)).toMatchObject({ reason });
      expect(world.statusAtNode(sale)).toBeUndefined();
    }
  });

  it("says that nobody may have a sale while every node that gets invoices is closed", async () => {
    const closedChannels = async () => {
      const context = { correlationId: "test", causationId: newId<string>() };
      const reply = await world.messaging.request(ListClosedCollections, {}, { context });
      return reply.kind === "replied" ? reply.data.closedChannels : [reply.kind];
    };
    const [north, south] = [tellingNode("north"), tellingNode("south")];
    await world.start(startedWith(north.receiveRail, south.receiveRail));
    await eventually("both are listened to", () => north.listeners() + south.listeners() === 2);
    expect(await closedChannels()).toEqual([]);
    north.say({ kind: "restored" });
    await eventually("it is heard no more", () => north.listeners() === 0);
    expect(await closedChannels()).toEqual([]);
    south.say({ kind: "restored" });
    await eventually("nobody may", async () => `${await closedChannels()}` === "LIGHTNING");
    await world.rows(
      "update node_cursors set closed_at = null, cursor = null where provider = 'south'",
    );
    await eventually("somebody may", async () => `${await closedChannels()}` === "");
  });

  it("sends the next sales to the second node while the first one is closed, and each is captured at its own", async () => {
    const [north, south] = [tellingNode("north"), tellingNode("south")];
    await world.start(startedWith(north.receiveRail, south.receiveRail));
    const providers = async ({ paymentId }: TestSale) => {
      const text = "select provider from attempts where subject_id = $1 order by created_at";
      const rows = await world.rows<{ readonly provider: string }>(text, paymentId);
      return rows.map(({ provider }) => provider);
    };
    const chosenFirst = (sale: TestSale) =>
      eventually("a node is chosen", async () => (await providers(sale))[0]);
    await eventually("both are listened to", () => north.listeners() + south.listeners() === 2);
    const before = await world.sell();
    await world.pay(before);
    await world.happened(before, ...taken);
    north.say({ kind: "restored" });
    await eventually("it is heard no more", () => north.listeners() === 0);
    await eventually("the next one is the second node's", async () => {
      const sale = await world.sell();
      // What was asked of the first one just before it closed waits there.
      if ((await chosenFirst(sale)) !== "south") return false;
      await world.pay(sale);
      await world.happened(sale, ...taken);
      return (await providers(sale)).join() === "south,south";
    });
    expect(await providers(before)).toEqual(["north", "north"]);
  });
});

import {
  createSandboxReceiveRail,
  type LightningReceiveRail,
  type ReceiveStatus,
} from "@sanu/rails";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSaleWorld } from "./sale.fixture.ts";

const held = ["InvoiceRequested", "PaymentInitiated", "InvoiceHeld"] as const;
const taken = [...held, "CaptureRequested", "PaymentCompleted"] as const;

const world = await createSaleWorld();
afterAll(() => world.stop());

const { capturesOf } = world;

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
    const first = await world.start({
      receiveRails: [receiveRail],
      timings: { ...quickTimings, times },
    });
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
    await world.start({ receiveRails: [railThatSays(withFewBlocks)] });
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
    await world.start({ receiveRails: [receiveRail] });
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
    await world.start({ receiveRails: [railThatSays((seen) => (isAway ? unknown : seen))] });
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

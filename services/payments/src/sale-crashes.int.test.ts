import { createSandboxReceiveRail, type LightningReceiveRail } from "@sanu/rails";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSaleWorld, type TestSale } from "./sale.fixture.ts";

const held = ["InvoiceRequested", "PaymentInitiated", "InvoiceHeld"] as const;
const taken = [...held, "CaptureRequested", "PaymentCompleted"] as const;

const world = await createSaleWorld();
afterAll(() => world.stop());

describe("a process that ends while sats are held", () => {
  beforeEach(() => world.replyToChecks(null));

  afterEach(() => world.stopReplicas());

  const capturesOf = ({ paymentHash }: TestSale) =>
    world.sandbox.journal
      .ofKind("invoice-captured")
      .filter((entry) => entry.paymentHash === paymentHash);
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

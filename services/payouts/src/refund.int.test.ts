import { payoutsRefundFacts } from "@sanu/contracts";
import { destinationHmac } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { amounts, type TestPayout } from "./orders.fixture.ts";
import { createPayoutWorld, type PayoutWorld } from "./payouts.fixture.ts";

const settled = ["PayoutRequested", "PayoutSettled"] as const;
const once = { begun: 1, settled: 1 };

const world = await createPayoutWorld({ slowMs: 300, hangMs: 300, notFoundMs: 600 });
const settledFacts = world.listen(payoutsRefundFacts.RefundSettled);
const failedFacts = world.listen(payoutsRefundFacts.RefundFailed);
await world.start();

afterAll(() => world.stop());

describe("refunding the sats of a sale", () => {
  const mine = (received: readonly unknown[], { payoutId }: TestPayout) =>
    received.filter((fact) => (fact as { refundId: string }).refundId === payoutId);
  const handledCount = async () => (await world.rows("select 1 from handled")).length;

  it.each([
    "ok@sandbox.sanu",
    "slow@sandbox.sanu",
    "hang-ok@sandbox.sanu",
    "notfound@sandbox.sanu",
  ])("sends them to %s exactly once, and tells it once", async (receiver) => {
    const refund = await world.publish(world.make.refund(receiver));
    await world.happened(refund, ...settled);
    expect(await world.sendsOf(refund)).toEqual(once);
    await eventually("the fact is published", () => mine(settledFacts, refund).length > 0);
    expect(mine(settledFacts, refund)).toMatchObject([
      {
        transactionId: refund.transactionId,
        money: { currency: "SATS", amountSats: amounts.amountSats },
        fee: { currency: "SATS", amountSats: "16" },
      },
    ]);
  });

  it("sends them to an invoice that the seller gave for it", async () => {
    const { invoice } = world.sandbox.node.issueInvoice("seller@wallet.example", 16_339n);
    const refund = await world.publish(world.make.refund(invoice, toInvoice(world, invoice)));
    await world.happened(refund, ...settled);
    expect(await world.sendsOf(refund)).toEqual(once);
  });

  it("fails for good at an invoice of another amount, or one that is under way already", async () => {
    const { invoice: other } = world.sandbox.node.issueInvoice("seller@wallet.example", 16_340n);
    const refused = await world.publish(world.make.refund(other, toInvoice(world, other)));
    await world.happened(refused, "PayoutRequested", "PayoutFailed");
    const { invoice: slow } = world.sandbox.node.issueInvoice("slow@sandbox.sanu", 16_339n);
    const first = await world.publish(world.make.refund(slow, toInvoice(world, slow)));
    await eventually("the first is under way", async () => {
      const text = "select 1 from attempts where subject_id = $1 and natural_key is not null";
      return (await world.rows(text, first.payoutId)).length === 1;
    });
    const purchase = await world.order(slow);
    await world.happened(purchase, "PayoutRequested", "PayoutFailed");
    expect((await world.eventsOf(purchase)).at(-1)).toMatchObject({
      reason: "destination-unusable",
    });
    await world.happened(first, ...settled);
    expect(await world.sendsOf(first)).toEqual(once);
  });

  it("fails for good at an address without a route, after as many attempts as allowed", async () => {
    const refund = await world.publish(world.make.refund("fail@sandbox.sanu"));
    const rejected = "PayoutAttemptRejected";
    await world.happened(refund, "PayoutRequested", rejected, rejected, "PayoutFailed");
    await eventually("the fact is published", () => mine(failedFacts, refund).length > 0);
    expect(mine(failedFacts, refund)).toMatchObject([{ reason: "no-route" }]);
    expect(await world.sendsOf(refund)).toEqual({ begun: 3, settled: 0 });
  });

  it("sends them once when the same request arrives twice", async () => {
    const before = await handledCount();
    const refund = await world.publish(world.make.refund("ok@sandbox.sanu"));
    await world.publish(refund);
    await eventually("both are handled", async () => (await handledCount()) === before + 2);
    await world.happened(refund, ...settled);
    expect(await world.sendsOf(refund)).toEqual(once);
  });

  it("sends nothing to an address that was edited after the request", async () => {
    const refund = world.make.refund("ok@sandbox.sanu");
    world.destinations.set(refund.transactionId, "thief@example.org");
    await world.publish(refund);
    await world.happened(refund, "PayoutRequested", "PayoutFailed");
    expect((await world.eventsOf(refund)).at(-1)).toMatchObject({ reason: "destination-changed" });
  });

  it("leaves XOF that go back to payments, and knows that it did", async () => {
    const before = await handledCount();
    const refund = await world.publish(
      world.make.refund("ok@sandbox.sanu", {
        money: { currency: "XOF", amountXof: "10000" },
        destination: { kind: "payer" },
      }),
    );
    await eventually("it is handled", async () => (await handledCount()) === before + 1);
    expect(await world.eventsOf(refund)).toEqual([]);
    expect(await world.rows("select 1 from parked_facts")).toEqual([]);
  });

  it("parks sats that shall go back to nobody knows where, for a person to see", async () => {
    await world.publish(world.make.refund("ok@sandbox.sanu", { destination: { kind: "payer" } }));
    const [parked] = await eventually("the fact is parked", async () => {
      const rows = await world.rows<{ reason: string }>("select reason from parked_facts");
      return rows.length > 0 && rows;
    });
    expect(parked?.reason).toContain("nowhere to send");
  });
});

function toInvoice({ hmacKey }: PayoutWorld, invoice: string) {
  const receiverHmac = destinationHmac(hmacKey, invoice);
  return { destination: { kind: "invoice" as const, receiverHmac } };
}

import { GetPaymentLink, PaymentCompleted } from "@sanu/contracts";
import { readInvoice } from "@sanu/rails";
import { collectFacts, eventually } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createSaleWorld, defaultSats } from "./sale.fixture.ts";

const initiated = ["InvoiceRequested", "PaymentInitiated"] as const;
const taken = [...initiated, "InvoiceHeld", "CaptureRequested", "PaymentCompleted"] as const;
const letGo = [...initiated, "InvoiceHeld", "ReleaseRequested", "PaymentFailed"] as const;

const world = await createSaleWorld();
await world.start();

beforeEach(() => {
  world.replyToChecks(null);
  world.sandbox.control.clearFaults();
});

afterAll(() => world.stop());

/** Calls of an operation that the node answered with 500. */
const failedCalls = (operation: string) =>
  world.sandbox.journal
    .ofKind("call")
    .filter((call) => call.operation === operation && call.response.includes("500")).length;

describe("the sats of a sale", () => {
  it("are asked for by an invoice of exactly these sats, which expires with the order", async () => {
    const from = performance.now();
    const sale = await world.sell();
    await world.happened(sale, ...initiated);
    const tookMs = performance.now() - from;
    const { messaging } = world;
    const answer = await messaging.request(
      GetPaymentLink,
      { paymentId: sale.paymentId },
      { context: { correlationId: "test", causationId: "test" } },
    );
    const text = answer.kind === "replied" ? (answer.data.invoice ?? "") : "";
    const invoice = readInvoice(text);
    expect(invoice).toMatchObject({
      paymentHash: sale.paymentHash,
      amountMsat: defaultSats * 1_000n,
    });
    const lateMs = Date.parse(invoice?.expiresAt ?? "") - Date.parse(sale.fact.expiresAt);
    expect(lateMs).toBeGreaterThanOrEqual(-2_000);
    // What is left of the order is told to the node in whole seconds, which count once that has heard of them.
    expect(lateMs).toBeLessThanOrEqual(2_000 + tookMs);
  });

  it("are held, checked and captured, and then told as received, once", async () => {
    const facts = collectFacts(world.messaging, PaymentCompleted);
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...taken);
    expect(world.statusAtNode(sale)).toBe("captured");
    expect(world.callsOf(sale, "invoices.capture")).toBe(1);
    const mine = () =>
      facts.filter((fact) => (fact as { paymentId: string }).paymentId === sale.paymentId);
    await eventually("it is published", () => mine().length > 0);
    expect(mine()).toMatchObject([
      {
        transactionId: sale.transactionId,
        received: { currency: "SATS", amountSats: defaultSats.toString() },
        receiptId: sale.paymentHash,
      },
    ]);
  });

  it("are taken once when the order comes twice", async () => {
    const sale = await world.sell();
    await world.publish(sale);
    await world.pay(sale);
    await world.happened(sale, ...taken);
    const made = world.sandbox.journal.ofKind("invoice-captured");
    expect(made.filter((entry) => entry.paymentHash === sale.paymentHash)).toHaveLength(1);
    const attempts = await world.rows(
      "select 1 from attempts where subject_id = $1",
      sale.paymentId,
    );
    expect(attempts).toHaveLength(2);
    expect(await world.rows("select 1 from timers where subject_id = $1", sale.paymentId)).toEqual(
      [],
    );
  });

  it("go back when their XOF could not be paid out, and the payment fails without taking them", async () => {
    world.replyToChecks("channel-closed");
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...letGo);
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "payout-unavailable" });
    expect(world.statusAtNode(sale)).toBe("cancelled");
    expect(world.callsOf(sale, "invoices.capture")).toBe(0);
  });

  it("stay held while nobody answers the checks, and are taken when somebody does", async () => {
    world.replyToChecks("away");
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...initiated, "InvoiceHeld");
    const before = world.checksRequested();
    await eventually("the checks are asked again", () => world.checksRequested() > before);
    expect(world.statusAtNode(sale)).toBe("held");
    world.replyToChecks(null);
    await world.happened(sale, ...taken);
  });

  it("go back when too few blocks are left to take them safely", async () => {
    const sale = await world.sell();
    await world.pay(sale, { blocks: 19 });
    await world.happened(sale, ...letGo);
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "expired" });
    expect(world.callsOf(sale, "invoices.capture")).toBe(0);
  });

  it("go back when more came than was asked for", async () => {
    const sale = await world.sell();
    await world.pay(sale, { amountSats: defaultSats + 1n });
    await world.happened(sale, ...letGo);
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "cancelled" });
  });

  it("that go back by themselves, because the node lets them go, end the payment", async () => {
    world.replyToChecks("not-known");
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...initiated, "InvoiceHeld");
    world.sandbox.holds.cancel(sale.paymentHash);
    await world.happened(sale, ...initiated, "InvoiceHeld", "PaymentFailed");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "expired" });
  });

  it("that go back before we saw them end the payment as if nobody had paid", async () => {
    const sale = await world.sell();
    await world.happened(sale, ...initiated);
    await world.pay(sale);
    world.sandbox.holds.cancel(sale.paymentHash);
    await world.happened(sale, ...initiated, "PaymentFailed");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "expired" });
  });
});

describe("an invoice", () => {
  it("is closed when its time is over, and the node's word fails the payment", async () => {
    const sale = await world.sell();
    await world.happened(sale, ...initiated);
    await world.endTime(sale);
    await world.happened(sale, ...initiated, "ReleaseRequested", "PaymentFailed");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "expired" });
    expect(world.statusAtNode(sale)).toBe("cancelled");
  });

  it("that the node closes before our own clock strikes ends the payment, and wants no closing", async () => {
    const sale = await world.sell();
    await world.happened(sale, ...initiated);
    world.sandbox.holds.cancel(sale.paymentHash);
    await world.happened(sale, ...initiated, "PaymentFailed");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "expired" });
    expect(world.callsOf(sale, "invoices.cancel")).toBe(0);
    expect(await world.rows("select 1 from timers where subject_id = $1", sale.paymentId)).toEqual(
      [],
    );
  });

  it("leaves the payment open while the node does not say that it is closed", async () => {
    const { control } = world.sandbox;
    control.addFault({ operation: "invoices.cancel", mode: "http-500", times: 1_000 });
    const sale = await world.sell();
    await world.happened(sale, ...initiated);
    await world.cancel(sale);
    await eventually("it is told again and again", () => failedCalls("invoices.cancel") >= 3);
    await world.happened(sale, ...initiated, "ReleaseRequested");
    control.clearFaults();
    await world.happened(sale, ...initiated, "ReleaseRequested", "PaymentFailed");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "cancelled" });
  });

  it("is closed once when the seller's wish to cancel comes twice", async () => {
    const sale = await world.sell();
    await world.happened(sale, ...initiated);
    await Promise.all([world.cancel(sale), world.cancel(sale)]);
    await world.happened(sale, ...initiated, "ReleaseRequested", "PaymentFailed");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "cancelled" });
  });

  it("cannot be cancelled once its sats are taken", async () => {
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...taken);
    const handled = () =>
      world.rows(
        "select 1 from handled where reaction = 'payments.when-transaction-cancel-requested'",
      );
    const before = (await handled()).length;
    await world.cancel(sale);
    await eventually("the wish is handled", async () => (await handled()).length > before);
    await world.happened(sale, ...taken);
  });

  it("whose time was over before it was made is never made", async () => {
    const sale = await world.sell({ windowMs: -1_000 });
    await world.happened(sale, "InvoiceRequested", "PaymentFailed");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "expired" });
    expect(world.callsOf(sale, "invoices.create")).toBe(0);
  });

  it("shows its secret nowhere: neither in the log nor in a table nor in a fact", async () => {
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...taken);
    const texts = await world.rows<{ text: string }>(
      `select data::text || coalesce(public_data, '') as text from events
       union all select attempts::text from attempts
       union all select payment_private::text from payment_private`,
    );
    const all = texts.map(({ text }) => text).join();
    expect(all).toContain(sale.paymentHash);
    expect(all).not.toContain(sale.preimage);
    const events = await world.rows<{ text: string }>(
      "select data::text || coalesce(public_data, '') as text from events",
    );
    expect(events.map(({ text }) => text).join()).not.toContain("lnbcrt");
  });
});

describe("a node's answer that is lost", () => {
  const madeOf = (paymentHash: string) =>
    world.sandbox.journal
      .ofKind("invoice-opened")
      .filter((entry) => entry.paymentHash === paymentHash);

  it.each(["hang", "reset", "http-500", "html"] as const)(
    "to the wish for an invoice (%s) is found by asking, and one invoice is made",
    async (mode) => {
      world.sandbox.control.addFault({ operation: "invoices.create", mode, acts: true });
      const sale = await world.sell();
      await world.pay(sale);
      await world.happened(sale, ...taken);
      expect(madeOf(sale.paymentHash)).toHaveLength(1);
    },
  );

  it("because the node never had the wish is asked for again under the same hash", async () => {
    world.sandbox.control.addFault({ operation: "invoices.create", mode: "reset", times: 2 });
    const sale = await world.sell();
    await world.happened(sale, ...initiated);
    expect(madeOf(sale.paymentHash)).toHaveLength(1);
  });

  it("to the capture is found by asking by hash, and captures once", async () => {
    const sale = await world.sell({ amountSats: 10_444n });
    await world.happened(sale, ...taken);
    const captures = world.sandbox.journal
      .ofKind("invoice-captured")
      .filter((entry) => entry.paymentHash === sale.paymentHash);
    expect(captures).toHaveLength(1);
  });

  it("because the node never had the capture makes us tell it again", async () => {
    world.sandbox.control.addFault({ operation: "invoices.capture", mode: "reset", times: 2 });
    const sale = await world.sell();
    await world.pay(sale);
    await world.happened(sale, ...taken);
    expect(world.statusAtNode(sale)).toBe("captured");
  });

  it("to the capture, of money that went back, fails the payment", async () => {
    world.sandbox.control.addFault({ operation: "invoices.capture", mode: "reset", times: 1_000 });
    const sale = await world.sell();
    await world.pay(sale);
    const wanted = [...initiated, "InvoiceHeld", "CaptureRequested"];
    await world.happened(sale, ...wanted);
    world.sandbox.holds.cancel(sale.paymentHash);
    await world.happened(sale, ...wanted, "PaymentFailed");
    expect(await world.lastEvent(sale)).toMatchObject({ reason: "expired" });
  });
});

import { VerdictApproved } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createSaleWorld, defaultSats, type TestSale } from "./sale.fixture.ts";

/** A person is asked to look soon; behind that status is checked when a test says so. */
const timings = {
  limits: { ...quickTimings.limits, reviewAfterMs: 300, statusCheckInReviewMs: 60_000 },
  times: quickTimings.times,
};
const initiated = ["InvoiceRequested", "PaymentInitiated"] as const;

const world = await createSaleWorld();
await world.start({ timings });

beforeEach(() => world.sandbox.control.clearFaults());
afterAll(() => world.stop());

/** The node says nothing any more about an invoice that it made. */
async function unknownSale(): Promise<TestSale> {
  const sale = await world.sell();
  await world.happened(sale, ...initiated);
  world.sandbox.control.addFault({ operation: "invoices.read", mode: "http-500", times: 1_000 });
  await world.happened(sale, ...initiated, "PaymentOutcomeUnknown");
  return sale;
}

async function saidNever(sale: TestSale): Promise<void> {
  const { transactionId, paymentId: subjectId } = sale;
  const amountSats = defaultSats.toString();
  await world.publishFact(VerdictApproved, transactionId, {
    caseId: newId<"CaseId">(),
    transactionId,
    leg: "payment",
    subjectId,
    money: { currency: "SATS", amountSats },
    verdict: { kind: "never" },
    approvedAt: systemClock.now(),
  });
  await world.happened(sale, ...initiated, "PaymentOutcomeUnknown", "PaymentFailed");
}

const check = ({ paymentId }: TestSale) =>
  world.rows("update attempts set next_at = now() where subject_id = $1", paymentId);

describe("the verdict of two people that the sats of a sale never came", () => {
  it("lets them go where the node holds them all the same, and nobody takes them", async () => {
    const sale = await unknownSale();
    await world.pay(sale);
    await saidNever(sale);
    expect(world.statusAtNode(sale)).toBe("held");
    world.sandbox.control.clearFaults();
    await check(sale);
    await eventually("they are with who paid them", () => world.statusAtNode(sale) === "cancelled");
    expect(world.capturesOf(sale)).toEqual([]);
    expect(await world.lastEvent(sale)).toMatchObject({ type: "PaymentFailed", reason: "expired" });
  });

  it("closes the invoice, so that nobody pays it behind the verdict", async () => {
    const sale = await unknownSale();
    await saidNever(sale);
    world.sandbox.control.clearFaults();
    await check(sale);
    await eventually("it is closed", () => world.statusAtNode(sale) === "cancelled");
    expect(await world.lastEvent(sale)).toMatchObject({ type: "PaymentFailed", reason: "expired" });
  });
});

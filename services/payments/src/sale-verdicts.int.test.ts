import { type FactInput, VerdictApproved } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { createSandboxReceiveRail } from "@sanu/rails";
import { eventually, quickTimings } from "@sanu/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createSaleWorld, defaultSats, type TestSale } from "./sale.fixture.ts";

/** A person is asked to look soon; behind that status is checked when a test says so. */
const timings = {
  limits: { ...quickTimings.limits, reviewAfterMs: 300, statusCheckInReviewMs: 60_000 },
  times: quickTimings.times,
};
const initiated = ["InvoiceRequested", "PaymentInitiated"] as const;
const wanted = [...initiated, "InvoiceHeld", "CaptureRequested"] as const;

const world = await createSaleWorld();
const node = createSandboxReceiveRail({ baseUrl: world.sandbox.url });
let isSilentAtCapture = false;
let capturesToLose = 0;
await world.start({
  timings,
  receiveRails: [
    {
      ...node,
      async status(paymentHash) {
        const status = await node.status(paymentHash);
        const isAsked = isSilentAtCapture && (await isWanted(paymentHash));
        return isAsked ? { kind: "unknown", cause: "unexpected-response" } : status;
      },
      async capture(preimage) {
        if (capturesToLose === 0) return node.capture(preimage);
        capturesToLose -= 1;
        return { kind: "unknown", cause: "no-response" };
      },
    },
  ],
});

beforeEach(() => {
  isSilentAtCapture = false;
  world.sandbox.control.clearFaults();
});
afterAll(() => world.stop());

async function isWanted(paymentHash: string): Promise<boolean> {
  const text = `select 1 from attempts where kind = 'capture' and subject_id =
    (select stream_id from events where data->>'paymentHash' = $1 limit 1)`;
  return (await world.rows(text, paymentHash)).length > 0;
}

/** The node says nothing any more about an invoice that it made. */
async function unknownSale(): Promise<TestSale> {
  const sale = await world.sell();
  await world.happened(sale, ...initiated);
  world.sandbox.control.addFault({ operation: "invoices.read", mode: "http-500", times: 1_000 });
  await world.happened(sale, ...initiated, "PaymentOutcomeUnknown");
  return sale;
}

type Verdict = FactInput<typeof VerdictApproved>["verdict"];
const never = { kind: "never" } as const;
const arrivedAt = ({ paymentHash }: TestSale): Verdict => ({
  kind: "arrived",
  providerReference: paymentHash,
  money: { currency: "SATS", amountSats: defaultSats.toString() },
});

async function said(sale: TestSale, verdict: Verdict, ...before: readonly string[]): Promise<void> {
  const { transactionId, paymentId: subjectId } = sale;
  const amountSats = defaultSats.toString();
  await world.publishFact(VerdictApproved, transactionId, {
    caseId: newId<"CaseId">(),
    transactionId,
    leg: "payment",
    subjectId,
    money: { currency: "SATS", amountSats },
    verdict,
    approvedAt: systemClock.now(),
  });
  const end = verdict.kind === "never" ? "PaymentFailed" : "PaymentCompleted";
  await world.happened(sale, ...before, "PaymentOutcomeUnknown", end);
}

/** They are held and wanted, and the node says nothing more before a capture is called. */
async function unknownCapture(): Promise<TestSale> {
  isSilentAtCapture = true;
  const sale = await world.sell();
  await world.pay(sale);
  await world.happened(sale, ...wanted, "PaymentOutcomeUnknown");
  return sale;
}

const check = ({ paymentId }: TestSale) =>
  world.rows("update attempts set next_at = now() where subject_id = $1", paymentId);

describe("the verdict of two people that the sats of a sale never came", () => {
  it("lets them go where the node holds them all the same, and nobody takes them", async () => {
    const sale = await unknownSale();
    await world.pay(sale);
    await said(sale, never, ...initiated);
    expect(world.statusAtNode(sale)).toBe("held");
    world.sandbox.control.clearFaults();
    await check(sale);
    await eventually("they are with who paid them", () => world.statusAtNode(sale) === "cancelled");
    expect(world.capturesOf(sale)).toEqual([]);
    expect(await world.lastEvent(sale)).toMatchObject({ type: "PaymentFailed", reason: "expired" });
  });

  it("closes the invoice, so that nobody pays it behind the verdict", async () => {
    const sale = await unknownSale();
    await said(sale, never, ...initiated);
    world.sandbox.control.clearFaults();
    await check(sale);
    await eventually("it is closed", () => world.statusAtNode(sale) === "cancelled");
    expect(await world.lastEvent(sale)).toMatchObject({ type: "PaymentFailed", reason: "expired" });
  });

  it("lets them go where their capture was wanted, and none was ever called", async () => {
    const sale = await unknownCapture();
    await said(sale, never, ...wanted);
    isSilentAtCapture = false;
    await eventually("they are with who paid them", () => world.statusAtNode(sale) === "cancelled");
    expect(world.capturesOf(sale)).toEqual([]);
  });
});

describe("the verdict of two people that the sats of a sale arrived", () => {
  it("takes them where the node only holds them, since their seller is paid for them", async () => {
    const sale = await unknownSale();
    await world.pay(sale);
    await said(sale, arrivedAt(sale), ...initiated);
    expect(world.statusAtNode(sale)).toBe("held");
    world.sandbox.control.clearFaults();
    await check(sale);
    await eventually("they are ours", () => world.statusAtNode(sale) === "captured");
    expect(world.capturesOf(sale)).toHaveLength(1);
    expect(await world.lastEvent(sale)).toMatchObject({ type: "PaymentCompleted" });
  });

  it("takes them where their capture was wanted, and none was ever called", async () => {
    const sale = await unknownCapture();
    await said(sale, arrivedAt(sale), ...wanted);
    isSilentAtCapture = false;
    await eventually("they are ours", () => world.statusAtNode(sale) === "captured");
    expect(world.capturesOf(sale)).toHaveLength(1);
    expect(await world.lastEvent(sale)).toMatchObject({ type: "PaymentCompleted" });
  });

  it("takes them until the node says that they are ours, however often its response is lost", async () => {
    const sale = await unknownSale();
    await world.pay(sale);
    await said(sale, arrivedAt(sale), ...initiated);
    world.sandbox.control.clearFaults();
    capturesToLose = 2;
    await eventually("they are ours", async () => {
      await check(sale);
      return world.statusAtNode(sale) === "captured";
    });
  });
});

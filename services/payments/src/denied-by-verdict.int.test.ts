import { VerdictApproved } from "@sanu/contracts";
import { type CaseId, newId, systemClock } from "@sanu/kernel";
import { compareStatements, eventually, quickTimings } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld } from "./collection.fixture.ts";

const timings = {
  limits: { ...quickTimings.limits, reviewAfterMs: 300, statusCheckInReviewMs: 60_000 },
  times: quickTimings.times,
};
const eager = { STATEMENT_POLL_MS: "50" };
const world = await createCollectionWorld();
await world.start({ timings }, eager);

afterAll(() => world.stop());

/** What differs between the statements and our log. */
const differences = () => compareStatements<{ kind: string }>(world, "kind");

it("money that came though two of the staff said never is in our log, and is missing in no statement", async () => {
  let isCalled = false;
  world.sandbox.control.decideFaults((operation) => {
    isCalled ||= operation === "payments.create";
    if (operation === "payments.create") return { mode: "reset", acts: true };
    const isLost = isCalled && operation === "payments.read";
    return isLost ? { mode: "http-500", acts: false } : undefined;
  });
  const order = await world.order("+2290166002903");
  const { transactionId, paymentId: subjectId } = order;
  await eventually("a person is asked to look", async () => {
    const text = "select 1 from attempts where subject_id = $1 and reviewed_at is not null";
    return (await world.rows(text, subjectId)).length > 0;
  });
  const said = {
    money: { currency: "XOF", amountXof: "10000" },
    verdict: { kind: "never" },
  } as const;
  const about = { caseId: newId() as CaseId, leg: "payment", transactionId, subjectId } as const;
  const approvedAt = systemClock.now();
  await world.publishFact(VerdictApproved, transactionId, { ...about, ...said, approvedAt });
  const types = async () => (await world.eventsOf(order)).map(({ type }) => type);
  await eventually("it has failed", async () => (await types()).includes("PaymentFailed"));
  world.sandbox.control.clearFaults();
  const payment = world.sandbox.payments.findByKey(order.key);
  if (payment === undefined) throw new Error("The provider has no order");
  world.sandbox.gateway.receive(payment);
  await eventually("the contradiction is recorded", async () =>
    (await types()).includes("VerdictContradicted"),
  );

  expect(await differences()).toEqual([]);
  const [receipt] = world.sandbox.payments.findByKey(order.key)?.receipts ?? [];
  const reference = receipt?.receiptId ?? "";
  world.sandbox.mistakes.add({ kind: "missing", reference });
  expect(await differences()).toEqual([{ kind: "missing-at-provider" }]);
  world.sandbox.mistakes.clear();

  await world.stopReplicas();
  await world.start({ timings }, { ...eager, STATEMENT_RAIL: "by-status" });
  expect(await differences()).toEqual([]);
});

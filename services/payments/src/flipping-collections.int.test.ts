import { paymentsOutcomeFacts } from "@sanu/contracts";
import type { CollectionRail, CollectionStatus } from "@sanu/rails";
import { eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld, railLike } from "./collection.fixture.ts";

const world = await createCollectionWorld();
/** What the provider says now of an order that it had called paid. */
const now = new Map<string, CollectionStatus>();
const sandbox = railLike(world, {});
const rail: CollectionRail = {
  ...sandbox,
  status: async (query) => now.get(query.key) ?? sandbox.status(query),
};
await world.start({ rails: [rail] });
const contradictions = world.listen(paymentsOutcomeFacts.OutcomeContradicted);

afterAll(() => world.stop());

it("a collection that its provider called paid, and calls failed at a late check, is somebody's question, and again each time that it says otherwise", async () => {
  const order = await world.order("+2290196000789");
  const paid = ["PaymentRequested", "PaymentInitiated", "PaymentCompleted"] as const;
  await world.happened(order, ...paid);
  const checkLate = async () => {
    const due = "update attempts set next_at = now() where subject_id = $1 returning 1";
    await world.rows(due, order.paymentId);
    await eventually("it is checked", async () => {
      const text = "select 1 from attempts where subject_id = $1 and next_at > now()";
      return (await world.rows(text, order.paymentId)).length === 1;
    });
  };

  const failed = {
    kind: "failed",
    providerReference: "known-to-it",
    reason: "refused-by-provider",
  } as const;
  now.set(order.key, failed);
  await checkLate();
  await world.happened(order, ...paid, "OutcomeContradicted");
  await checkLate();
  await world.happened(order, ...paid, "OutcomeContradicted");
  now.clear();
  await checkLate();
  const twice = ["OutcomeContradicted", "OutcomeContradicted"] as const;
  await world.happened(order, ...paid, ...twice);
  now.set(order.key, failed);
  await checkLate();
  await world.happened(order, ...paid, ...twice, "OutcomeContradicted");
  now.clear();
  await checkLate();
  await world.happened(order, ...paid, ...twice, ...twice);

  const { paymentId: subjectId, transactionId } = order;
  const of = { transactionId, leg: "payment", subjectId, attemptNumber: 1 };
  await eventually("all are published", () => contradictions.length === 4);
  expect(contradictions).toMatchObject([
    { ...of, found: "never" },
    { ...of, found: "arrived" },
    { ...of, found: "never" },
    { ...of, found: "arrived" },
  ]);
});

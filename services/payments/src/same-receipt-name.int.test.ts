import { attemptKey } from "@sanu/attempts";
import { VerdictApproved } from "@sanu/contracts";
import { newId, systemClock, xof } from "@sanu/kernel";
import type { CollectionRail, CollectionStatus } from "@sanu/rails";
import { compareStatements, eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld, railLike } from "./collection.fixture.ts";

const world = await createCollectionWorld();
/** What north says by now of the order that it refused. */
let shown: CollectionStatus = { kind: "unknown", cause: "no-response" };
const north: CollectionRail = railLike(world, {
  provider: "north",
  initiate: () => Promise.resolve({ kind: "rejected", reason: "refused-by-provider" }),
  status: () => Promise.resolve(shown),
});
await world.start({ rails: [north, railLike(world, {})] }, { STATEMENT_POLL_MS: "50" });

afterAll(() => world.stop());

const francs = (amount: bigint) => ({ currency: "XOF", amountXof: `${amount}` }) as const;

it("what is decided about one provider's receipt changes nothing of another's that has its name", async () => {
  const order = await world.order("+2290196000789");
  const { paymentId, transactionId } = order;
  const paid = [
    "PaymentRequested",
    "PaymentAttemptRejected",
    "PaymentInitiated",
    "PaymentCompleted",
  ];
  await world.happened(order, ...paid);
  const key = attemptKey("collection", paymentId, 2);
  const receiptId = world.sandbox.payments.findByKey(key)?.receipts[0]?.receiptId ?? "none";
  const differences = async () => {
    const rows = await compareStatements<{ kind: string; reference: string | null }>(
      world,
      "kind, data->>'reference' as reference",
    );
    return rows.filter(({ reference }) => reference === receiptId).map(({ kind }) => kind);
  };
  const says = async (amount: bigint | null) => {
    const of = { providerReference: "n", statedAt: null } as const;
    const receipt = { receiptReference: receiptId, amountXof: xof(amount ?? 0n), receivedAt: null };
    shown =
      amount === null
        ? { kind: "failed", ...of, reason: "declined" }
        : { kind: "completed", ...of, receipts: [receipt] };
    const due = "update attempts set next_at = now() where attempt_id = $1 returning 1";
    await world.rows(due, attemptKey("collection", paymentId, 1));
  };
  const decide = async (came: bigint | null, event: string) => {
    const money = francs(came ?? 0n);
    const arrived = { kind: "arrived", providerReference: receiptId, money } as const;
    await world.publishFact(VerdictApproved, transactionId, {
      caseId: newId<"CaseId">(),
      transactionId,
      leg: "payment",
      subjectId: paymentId,
      money: francs(10_000n),
      verdict: came === null ? { kind: "never" } : arrived,
      receiptId,
      approvedAt: systemClock.now(),
    });
    await eventually(
      "it is decided",
      async () => (await world.eventsOf(order)).at(-1)?.["type"] === event,
    );
  };

  const known = [...paid, "PaymentDiscrepancyFound", "OutcomeContradicted"];
  await says(10_000n);
  await world.happened(order, ...paid, "PaymentDiscrepancyFound");
  await says(6_000n);
  await world.happened(order, ...known);
  await decide(6_000n, "PaymentReceiptCorrected");
  expect(await differences()).toEqual([]);
  await says(null);
  await world.happened(order, ...known, "PaymentReceiptCorrected", "OutcomeContradicted");
  await decide(null, "PaymentReversed");
  expect(await differences()).toEqual([]);
});

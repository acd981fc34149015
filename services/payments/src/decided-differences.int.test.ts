import { type FactInput, paymentsStatementFacts, StatementVerdictApproved } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { listParked, readReconciliation } from "@sanu/platform";
import { compareStatements, eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createCollectionWorld } from "./collection.fixture.ts";

type Found = FactInput<(typeof paymentsStatementFacts)["StatementDifferenceFound"]>;

const world = await createCollectionWorld();
await world.start({}, { STATEMENT_POLL_MS: "50" });

afterAll(() => world.stop());

const found = world.listen(paymentsStatementFacts.StatementDifferenceFound) as readonly Found[];
const resolved = world.listen(paymentsStatementFacts.StatementDifferenceResolved);
const verdictOf = ({ differenceId, foundAt }: Pick<Found, "differenceId" | "foundAt">) => ({
  caseId: newId<"CaseId">(),
  proposalId: newId<string>(),
  foundBy: "payments" as const,
  differenceId,
  foundAt,
  approvedAt: systemClock.now(),
});
const say = (verdict: FactInput<typeof StatementVerdictApproved>) =>
  world.publishFact(StatementVerdictApproved, verdict.caseId, verdict);
const compare = async () =>
  (await compareStatements<{ amount: string }>(world, "data->'stated'->>'amount' as amount")).map(
    ({ amount }) => amount,
  );
const eventsOf = async ({ differenceId }: Found) =>
  (
    await world.rows<{ type: string }>(
      "select event_type as type from events where stream_id = $1 order by version",
      differenceId,
    )
  ).map(({ type }) => type.replace("StatementDifference", ""));
const decided = async () => (await readReconciliation(world.database, { rowsMax: 10 })).decided;

it("a difference that two of the staff decided is open no more, until the statement shows another one under its name", async () => {
  const order = await world.order("+2290196000789", { amountXof: 10_000n });
  await world.happened(order, "PaymentRequested", "PaymentInitiated", "PaymentCompleted");
  const reference = world.sandbox.payments.findByKey(order.key)?.receipts[0]?.receiptId ?? "";
  world.sandbox.mistakes.add({ kind: "amount", reference, by: 5n });
  expect(await compare()).toEqual(["10005"]);
  await eventually("it is published", () => found.length === 1);
  const [first] = found;
  if (first === undefined) throw new Error("Nothing is found");
  expect(first).toMatchObject({ name: reference, kind: "other-amount" });

  // Of what payments has not found it waits; of what payouts found it is not its business.
  await say(verdictOf({ ...first, differenceId: newId<string>() }));
  await say({ ...verdictOf(first), foundBy: "payouts" });
  const verdict = verdictOf(first);
  await say(verdict);
  await say(verdict);
  await eventually("it is decided", async () => (await decided()).length === 1);
  expect(await compare()).toEqual([]);
  expect(await decided()).toMatchObject([
    { name: reference, decided: { caseId: verdict.caseId, proposalId: verdict.proposalId } },
  ]);
  expect(await eventsOf(first)).toEqual(["Found", "Decided"]);

  world.sandbox.mistakes.clear();
  world.sandbox.mistakes.add({ kind: "amount", reference, by: 7n });
  expect(await compare()).toEqual(["10007"]);
  await eventually("it is another one", () => found.length === 2);
  const [, second] = found;
  if (second === undefined) throw new Error("Nothing else is found");
  expect(second.differenceId).toBe(first.differenceId);
  expect(second.foundAt).not.toBe(first.foundAt);
  // A verdict about the first one that comes late says nothing of it.
  await say(verdictOf(first));
  await say(verdictOf(second));
  await eventually("it is decided as well", async () => (await decided()).length === 1);
  const both = ["Found", "Decided", "Resolved", "Found", "Decided"];
  expect(await eventsOf(first)).toEqual(both);

  world.sandbox.mistakes.clear();
  expect(await compare()).toEqual([]);
  expect(await decided()).toEqual([]);
  expect(await eventsOf(first)).toEqual([...both, "Resolved"]);
  await eventually("each is published as resolved", () => resolved.length === 2);
  expect(found).toHaveLength(2);
  await eventually("what it has not found is parked", async () => {
    const group = "payments-statements-from-transactions";
    const [parked, ...others] = await listParked(world.database, { group });
    return others.length === 0 && parked?.reason.includes("is not found yet");
  });
});

import { type FactInput, payoutsStatementFacts, StatementVerdictApproved } from "@sanu/contracts";
import { newId, systemClock } from "@sanu/kernel";
import { readReconciliation } from "@sanu/platform";
import { compareStatements, eventually } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { createPayoutWorld } from "./payouts.fixture.ts";

type Found = FactInput<(typeof payoutsStatementFacts)["StatementDifferenceFound"]>;

const world = await createPayoutWorld();
await world.start({}, { STATEMENT_POLL_MS: "50" });

afterAll(() => world.stop());

const found = world.listen(payoutsStatementFacts.StatementDifferenceFound) as readonly Found[];
const compare = async () =>
  (await compareStatements<{ kind: string }>(world, "kind")).map(({ kind }) => kind);

/** What two of the staff said of it, told twice, as any fact may be. */
async function decide({ differenceId, foundAt }: Found) {
  const caseId = newId<"CaseId">();
  const proposalId = newId<string>();
  const about = { caseId, proposalId, foundBy: "payouts", differenceId, foundAt } as const;
  const verdict = { ...about, approvedAt: systemClock.now() };
  for (const _twice of [1, 2]) await world.publishFact(StatementVerdictApproved, caseId, verdict);
  await eventually("it is decided", async () => {
    const { decided } = await readReconciliation(world.database, { rowsMax: 10 });
    return decided.some((one) => one.decided.proposalId === proposalId);
  });
}

it("what was sent and is in no statement ends by two of the staff, and so does a copy; a second copy is another difference", async () => {
  const payout = await world.publish(world.make.sale("+2290196000001"));
  await world.happened(payout, "PayoutRequested", "PayoutSettled");
  expect(await compare()).toEqual([]);
  const [line] = await world.rows<{ reference: string }>(
    "select reference from statement_lines where account = 'disbursements'",
  );
  const reference = line?.reference ?? "";

  world.sandbox.mistakes.add({ kind: "missing", reference });
  expect(await compare()).toEqual(["missing-at-provider"]);
  await eventually("it is published", () => found.length === 1);
  for (const one of found) await decide(one);
  expect(await compare()).toEqual([]);

  world.sandbox.mistakes.clear();
  world.sandbox.mistakes.add({ kind: "doubled", reference });
  expect(await compare()).toEqual(["doubled"]);
  await eventually("it is published", () => found.length === 2);
  for (const one of found.slice(1)) await decide(one);
  expect(await compare()).toEqual([]);
  world.sandbox.mistakes.add({ kind: "doubled", reference });
  expect(await compare()).toEqual(["doubled"]);
  await eventually("it is published", () => found.length === 3);
  expect(new Set(found.map(({ differenceId }) => differenceId)).size).toBe(3);
});

import {
  type FactDefinition,
  type FactInput,
  jsonText,
  paymentsStatementFacts,
  payoutsStatementFacts,
  type StatementFacts,
} from "@sanu/contracts";
import { newId, plusMs } from "@sanu/kernel";
import { createGate } from "@sanu/platform";
import { attributesOfFact, deliveredToReaction } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import { caseIdOfDifference } from "../case/keys/case-of-difference.ts";
import { openStores } from "../stores.ts";
import { startTransactions } from "../transactions.fixture.ts";
import { UnknownSubjectError } from "./transaction-reaction.ts";
import { statementReactions } from "./when-statement-difference.ts";

const running = await startTransactions();
const { clock, database } = running;
const { cases } = openStores({ database, gate: createGate(), afterPublicCommit: () => undefined });

afterAll(() => running.stop());

type Found = FactInput<StatementFacts["StatementDifferenceFound"]>;
type Resolved = FactInput<StatementFacts["StatementDifferenceResolved"]>;

const at = clock.now();
const side = (amount: string) =>
  ({ kind: "collection", state: "settled", currency: "XOF", amount, fee: "0" }) as const;

function newDifference(changes: Partial<Found> = {}): { found: Found; resolved: Resolved } {
  const ofDifference = {
    differenceId: newId<string>(),
    provider: "sandbox",
    account: `account-${newId<string>()}`,
    kind: "other-amount" as const,
    transactionId: newId<"TransactionId">(),
    foundAt: at,
    ...changes,
  };
  const { differenceId, provider, account, kind, transactionId, foundAt } = ofDifference;
  const found: Found = {
    reference: "receipt-1",
    key: "key-1",
    subjectId: newId<string>(),
    booked: side("10000"),
    stated: side("9000"),
    occurredAt: plusMs(at, -3_600_000),
    ...ofDifference,
  };
  const ids = { differenceId, provider, account, kind, transactionId, foundAt };
  return { found, resolved: { ...ids, resolvedAt: at } };
}

async function deliver(definition: FactDefinition, data: unknown, factId = newId<"EventId">()) {
  const facts = definition.service === "payments" ? paymentsStatementFacts : payoutsStatementFacts;
  const body: unknown = JSON.parse(jsonText(data));
  const read = statementReactions({ cases, clock }, facts)
    .map((one) => one.read(definition.type, body))
    .find((one) => one !== undefined);
  if (read === undefined) throw new Error(`Nobody reads ${definition.type}`);
  const attributes = attributesOfFact(definition, { id: factId, time: at });
  return read.react(deliveredToReaction(read.reaction, attributes));
}

const casesOf = ({ account }: Found) =>
  running.rowsOf<object>(
    "select kind, status, amount_xof from cases where subject_id = $1 order by status",
    [`sandbox/${account}`],
  );

describe.each([
  ["payments", paymentsStatementFacts],
  ["payouts", payoutsStatementFacts],
] as const)("a difference that %s found", (_service, facts) => {
  it("is one case however often it is told, closed by the fact that resolves it, and another when found again", async () => {
    const { found, resolved } = newDifference();
    const factId = newId<"EventId">();
    await Promise.all([1, 2, 3].map(() => deliver(facts.StatementDifferenceFound, found, factId)));
    await deliver(facts.StatementDifferenceFound, found);
    const open = { kind: "statement-difference", status: "open", amount_xof: 1_000n };
    expect(await casesOf(found)).toEqual([open]);

    await deliver(facts.StatementDifferenceResolved, resolved);
    await deliver(facts.StatementDifferenceResolved, resolved);
    const closed = { ...open, status: "closed" };
    expect(await casesOf(found)).toEqual([closed]);
    // What came late about the first finding opens nothing.
    await deliver(facts.StatementDifferenceFound, found);
    expect(await casesOf(found)).toEqual([closed]);

    await deliver(facts.StatementDifferenceFound, { ...found, foundAt: plusMs(at, 1_000) });
    expect(await casesOf(found)).toEqual([closed, open]);
  });

  it("is shown beside its case, which the case alone does not name: an operator finds the one by the other", async () => {
    const { found } = newDifference();
    await deliver(facts.StatementDifferenceFound, found);
    const ids = await running.rowsOf<{ id: string }>(
      "select case_id as id from cases where subject_id = $1",
      [`sandbox/${found.account}`],
    );
    expect(ids).toEqual([{ id: caseIdOfDifference(found) }]);
  });

  it("is closed also where the word that resolves it overtakes it: that waits, and is not swallowed", async () => {
    const { found, resolved } = newDifference();
    const early = deliver(facts.StatementDifferenceResolved, resolved);
    await expect(early).rejects.toThrow(UnknownSubjectError);
    await deliver(facts.StatementDifferenceFound, found);
    await deliver(facts.StatementDifferenceResolved, resolved);
    expect(await casesOf(found)).toMatchObject([{ status: "closed" }]);
  });
});

describe("what is at stake", () => {
  it.each([
    { kind: "other-balance", booked: side("500"), stated: side("-100"), amount: 600n },
    { kind: "missing-at-us", booked: null, stated: side("700"), amount: 700n },
    { kind: "missing-at-provider", booked: side("800"), stated: null, amount: 800n },
    { kind: "other-state", booked: side("900"), stated: side("900"), amount: 900n },
  ] as const)("of $kind", async ({ amount, ...difference }) => {
    const { found } = newDifference({ ...difference, transactionId: null });
    await deliver(paymentsStatementFacts.StatementDifferenceFound, found);
    const kind = found.kind === "other-balance" ? "balance-difference" : "statement-difference";
    expect(await casesOf(found)).toEqual([{ kind, status: "open", amount_xof: amount }]);
  });
});
